import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '#portal/calls/loaded.tsx'
import { hourAndMinute } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { type DraftKey, useKeptDraft } from './drafts.ts'
import { draftsQuery } from './queries.ts'

/** A form, once it is known what the person has typed in it before. */
export function WithDrafts({ lines, children }: { lines: number; children: ReactNode }) {
  const query = useQuery(draftsQuery)
  return (
    <Loaded
      // What is on the screen was typed here: that it could not be read again is no news.
      query={query.data ? { ...query, error: null } : query}
      waiting={<LoadingSkeleton lines={lines} />}
      failed="Your draft could not be loaded."
    >
      {() => children}
    </Loaded>
  )
}

/** Whether what is typed in a form is stored. */
export function DraftStatus({ draftKey }: { draftKey: DraftKey }) {
  const { content, state, storedAt } = useKeptDraft(draftKey) ?? {}
  const isFailed = Boolean(content) && state === 'failed'
  return (
    <>
      <span role="status">
        {isFailed &&
          'Your text has not been saved yet because the server can’t be reached. Keep this page open.'}
      </span>
      <span data-draft={content ? state : undefined}>
        {content && storedAt && !isFailed && `Draft saved at ${hourAndMinute(storedAt)}.`}
      </span>
    </>
  )
}
