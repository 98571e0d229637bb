import { type RefObject, useEffect, useRef } from 'react'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { Button } from '#ui/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { NoteRefusal } from './note-refusal.tsx'
import type { ShownNotes } from './queries.ts'
import { sharedNoteWording, notesScreenWording as wording } from './wording.ts'

/** Below a list of notes, while there are older ones. */
export function LoadMoreNotes({ notes }: { notes: ShownNotes }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = notes.data?.notes.length ?? 0
  useFocusAfterLast(place, notes.hasNextPage, shown)
  return (
    <div className="load-more-notes" ref={place}>
      {notes.isFetchNextPageError && (
        <NoteRefusal title={sharedNoteWording.loadFailed} detail={sentenceOf(notes.error)} />
      )}
      {notes.hasNextPage && (
        <Button busy={notes.isFetchingNextPage} onClick={() => void notes.fetchNextPage()}>
          {wording.loadMore}
        </Button>
      )}
      <VisuallyHidden>
        <span role="status">
          {(notes.data?.total ?? 0) > 0 && wording.moreShown(shown, notes.data?.total ?? 0)}
        </span>
      </VisuallyHidden>
    </div>
  )
}

/** With the last page the button goes: whoever stood on it goes on with the first note that it brought. */
function useFocusAfterLast(place: RefObject<HTMLDivElement | null>, hasMore: boolean, shown: number): void {
  const before = useRef({ hasMore, shown })
  useEffect(() => {
    const last = before.current
    before.current = { hasMore, shown }
    if (!last.hasMore || hasMore || document.activeElement !== document.body) return
    const notes = place.current?.parentElement?.querySelectorAll<HTMLElement>('.note')
    notes?.[last.shown]?.focus({ preventScroll: true })
  }, [place, hasMore, shown])
}
