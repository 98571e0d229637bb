import { useRef } from 'react'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { plural } from '#portal/screen/plural.ts'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { NoteError } from './note-error.tsx'
import type { ShownNotes } from './queries.ts'
import { notesWording } from './wording.ts'

/** Below a list of notes, while there are older ones. */
export function LoadMoreNotes({ notes }: { notes: ShownNotes }) {
  const container = useRef<HTMLDivElement>(null)
  const loaded = notes.data?.notes.length ?? 0

  /** The button disappears with the last page: focus goes to the first note of that page. */
  function firstNewNote() {
    return container.current?.parentElement?.querySelectorAll<HTMLElement>('.note')[loaded]
  }

  return (
    <div className="load-more-notes" ref={container}>
      {notes.isFetchNextPageError && (
        <NoteError title={notesWording.loadFailed} detail={errorMessage(notes.error)} />
      )}
      {notes.hasNextPage && (
        <Button
          ref={focusOnRemoval(firstNewNote)}
          busy={notes.isFetchingNextPage}
          onClick={() => void notes.fetchNextPage()}
        >
          Load more notes
        </Button>
      )}
      <span className="visually-hidden">
        <span role="status">
          {(notes.data?.total ?? 0) > 0 &&
            `${loaded.toLocaleString('en-US')} of ${plural(notes.data?.total ?? 0, 'note', 'notes')} shown.`}
        </span>
      </span>
    </div>
  )
}
