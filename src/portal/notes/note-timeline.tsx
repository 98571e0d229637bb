import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChangeableNote } from './changeable-note.tsx'
import { DraftsOfOlderNotes } from './drafts-of-older-notes.tsx'
import { type EditedNotes, useEditedNotes } from './edited-notes.ts'
import { LoadMoreNotes } from './load-more-notes.tsx'
import { NoteList } from './note-list.tsx'
import { NotesOnPaper } from './notes-on-paper.tsx'
import type { ShownNotes } from './queries.ts'
import { useRuleClock } from './rule-clock.ts'
import { sharedNoteWording, notesScreenWording as wording } from './wording.ts'

/** §9: at most 400 px high. After a failure an empty list may be one that is no longer true. */
export function NoteTimeline({ clientId, loaded }: { clientId: string; loaded: ShownNotes }) {
  const { data, isError } = loaded
  const edits = useEditedNotes(data?.notes ?? [])
  const frame = useRef<HTMLDivElement>(null)
  const focusAfterDelete = useFocusAfterDelete(frame, edits.notes)

  function content() {
    if (edits.notes.length > 0) {
      return <ScrollingNotes loaded={loaded} edits={edits} onDeleted={focusAfterDelete} />
    }
    if (isError) return <p className="note-timeline-away">{wording.notShown}</p>
    if (data) return <EmptyState icon="edit" title={sharedNoteWording.empty} />
    return (
      <div className="note-timeline note-timeline-loading">
        <LoadingPlace lines={10} />
      </div>
    )
  }
  return (
    <div ref={frame} tabIndex={-1}>
      <DraftsOfOlderNotes clientId={clientId} loaded={loaded} edits={edits} />
      {content()}
    </div>
  )
}

type ScrollingNotesProps = {
  loaded: ShownNotes
  edits: EditedNotes
  onDeleted: (note: Note) => void
}

/** A list that scrolls takes focus, so that arrow keys can scroll it; one that does not is no stop for Tab. */
function ScrollingNotes({ loaded, edits, onDeleted }: ScrollingNotesProps) {
  const { role } = useSession()
  const now = useRuleClock(role, edits.notes)
  const frame = useRef<HTMLElement>(null)
  const scrolls = useScrolls(frame)
  return (
    <section
      className="note-timeline"
      aria-label={wording.timeline}
      ref={frame}
      tabIndex={scrolls ? 0 : undefined}
    >
      <NotesOnPaper notes={loaded} />
      <NoteList
        notes={edits.notes}
        item={(note) => (
          <ChangeableNote
            key={note.id}
            note={note}
            now={now}
            edits={edits}
            onDeleted={() => onDeleted(note)}
          />
        )}
      />
      <LoadMoreNotes notes={loaded} />
    </section>
  )
}

function useScrolls(frame: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight + 1))
    // Either can change by itself: the frame with the window, the list with its notes.
    for (const box of [element, ...element.children]) observer.observe(box)
    return () => observer.disconnect()
  }, [frame])
  return scrolls
}

/** A deleted note takes its buttons along: focus goes to the note in its place, or to where the notes stood. */
function useFocusAfterDelete(frame: RefObject<HTMLElement | null>, notes: readonly Note[]) {
  const place = useRef<{ id: string; index: number }>(undefined)
  useEffect(() => {
    if (!place.current || notes.some(({ id }) => id === place.current?.id)) return
    const items = frame.current?.querySelectorAll<HTMLElement>('.note')
    const next = items?.[Math.min(place.current.index, items.length - 1)]
    place.current = undefined
    const target = next ?? frame.current
    target?.focus()
  }, [frame, notes])
  return (note: Note) => {
    place.current = { id: note.id, index: notes.findIndex(({ id }) => id === note.id) }
  }
}
