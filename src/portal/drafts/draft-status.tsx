import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useId, useSyncExternalStore } from 'react'
import { errorMessage, isFailure, isUnanswered } from '#portal/calls/call-failure.ts'
import { Loaded, NotLoaded } from '#portal/calls/loaded.tsx'
import { hourAndMinute } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { nameInAddress, placeOf, useDraftAddress, useNamedDraft } from './draft-address.ts'
import {
  beginsEmpty,
  type DraftForm,
  draftKeys,
  draftListQuery,
  draftOnPage,
  formOf,
  openDraft,
  type PageDraft,
  subscribe,
} from './drafts.ts'

type WithDraftProps = {
  form: DraftForm
  /** Around what is shown until the draft is loaded, such as the dialog that the form is in. */
  frame?: (content: ReactNode) => ReactNode
  lines: number
  children: (draft: PageDraft) => ReactNode
}

/** A form, once it is known what the person has typed in it before. */
export function WithDraft({ form, frame = (content) => content, lines, children }: WithDraftProps) {
  const queries = useQueryClient()
  const key = useNamedDraft().named
  const named = formOf(key) === form ? key : undefined
  const query = useQuery({
    // Opened anew by each form.
    queryKey: ['drafts', 'opened', form, named, useId()],
    queryFn: () => openDraft(queries, form, named),
    initialData: () => draftOnPage(queries, form, named),
    // What is typed from now on is in the draft itself.
    staleTime: 'static',
  })
  return (
    <Loaded
      query={query}
      waiting={frame(<LoadingSkeleton lines={lines} />)}
      failed={(query) => frame(<NotLoaded message="Your draft could not be loaded." query={query} />)}
    >
      {(draft) => <Fragment key={`${form} ${named}`}>{children(draft)}</Fragment>}
    </Loaded>
  )
}

/** The keys of the person's drafts. */
export function useDraftKeys(): string[] {
  const queries = useQueryClient()
  useQuery(draftListQuery)
  return useSyncExternalStore(subscribe, () => draftKeys(queries).join(' ')).split(' ')
}

/** Whether there is text in a form that is not open. */
export const useHasDraft = (form: DraftForm): boolean => useDraftKeys().some((key) => formOf(key) === form)

/** Whether what is typed in a form is stored. */
export function DraftStatus({ draft }: { draft: PageDraft }) {
  const { key, content, isStored, storedAt, failure } = useSyncExternalStore(subscribe, () => draft.state)
  const { dataUpdatedAt: listReadAt } = useQuery(draftListQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the list has been read
  useEffect(() => draft.storeIfReplaced(), [draft, listReadAt])
  const name = content ? key : ''
  useEffect(() => {
    if (beginsEmpty(draft.form)) nameInAddress(name)
  }, [draft, name])
  const isFailed = content !== null && failure !== undefined
  return (
    <>
      <span role="status">{isFailed && unsavedText(failure)}</span>
      <span data-draft={content ? (isStored ? 'stored' : 'waiting') : undefined}>
        {content && storedAt && !isFailed && `Draft saved at ${hourAndMinute(storedAt)}.`}
      </span>
    </>
  )
}

function unsavedText(failure: unknown): string {
  const start = 'Your text has not been saved yet'
  if (isUnanswered(failure)) return `${start} because the server can’t be reached. Keep this page open.`
  if (isFailure(failure, 'too-large'))
    return `${start} because it is too long. Shorten it, and keep this page open.`
  return `${start}. ${errorMessage(failure)} Keep this page open.`
}

/** Leads to other text for the same form. */
export function OtherDraft({ draft }: { draft: PageDraft }) {
  const addressOf = useDraftAddress()
  const { key } = useSyncExternalStore(subscribe, () => draft.state)
  const other = useDraftKeys().find((found) => formOf(found) === draft.form && found !== key)
  return (
    // In the page from the start: a status that is added with its text is often not announced.
    <div className="announced" role="status">
      {other && (
        <Banner
          announce="none"
          title={
            beginsEmpty(draft.form)
              ? `You have an unfinished ${placeOf(draft.form).what}.`
              : 'Another window has other text for this form.'
          }
        >
          <span ref={focusOnRemoval()}>
            <Anchor href={addressOf(other)}>Open it</Anchor>
          </span>
        </Banner>
      )}
    </div>
  )
}
