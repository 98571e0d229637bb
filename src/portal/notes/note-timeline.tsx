import '#ui/card.css'
import { useEffect, useId, useRef, useState } from 'react'
import type { Role } from '#contract/access/roles.ts'
import { noteChangeDeadline } from '#contract/notes/rules.ts'
import type { Note } from '#contract/notes/schema.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { serverNow } from '#portal/session/server-clock.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { useOverflow } from '#ui/use-overflow.ts'
import { DraftsOfOlderNotes } from './drafts-of-older-notes.tsx'
import { EditableNote } from './editable-note.tsx'
import { type EditedNotes, useEditedNotes } from './edited-notes.ts'
import { LoadMoreNotes } from './load-more-notes.tsx'
import { NoteList, NotesOnPaper } from './note-list.tsx'
import { type ShownNotes, useGoals } from './queries.ts'

type NoteTimelineProps = {
  clientId: string
  loaded: ShownNotes
  /** For a note that the person may not edit. */
  onCorrect: (note: Note) => void
}

const noNotes: readonly Note[] = []

/** At most 400 px high (docs/specification.md §9). After a failure an empty list may be out of date. */
export function NoteTimeline({ clientId, loaded, onCorrect }: NoteTimelineProps) {
  const { data, isError } = loaded
  const edits = useEditedNotes(clientId, data?.notes ?? noNotes)
  const frame = useRef<HTMLDivElement>(null)

  /** Takes focus when a note is removed: the note in its place, or the frame. */
  function noteAt(index: number) {
    const items = frame.current?.querySelectorAll<HTMLElement>('.note')
    return items?.[Math.min(index, items.length - 1)] ?? frame.current
  }

  function content() {
    if (edits.notes.length > 0) {
      return (
        <ScrollingNotes
          clientId={clientId}
          loaded={loaded}
          edits={edits}
          noteAt={noteAt}
          onCorrect={onCorrect}
        />
      )
    }
    if (isError)
      return <p className="soft">Earlier notes cannot be shown right now. You can still write a new one.</p>
    if (data)
      return <EmptyState icon="edit" title="No notes added yet. Start tracking this client's progress." />
    return (
      <>
        <div className="card note-timeline">
          <LoadingSkeleton lines={10} />
        </div>
        <div className="note-timeline-all" />
      </>
    )
  }
  return (
    <div className="note-history" ref={frame} tabIndex={-1}>
      <DraftsOfOlderNotes clientId={clientId} loaded={loaded} edits={edits} />
      {content()}
    </div>
  )
}

type ScrollingNotesProps = {
  clientId: string
  loaded: ShownNotes
  edits: EditedNotes
  noteAt: (index: number) => HTMLElement | null
  onCorrect: (note: Note) => void
}

/** Focusable while it scrolls: arrow keys can scroll it. */
function ScrollingNotes({ clientId, loaded, edits, noteAt, onCorrect }: ScrollingNotesProps) {
  const { role } = useSession()
  const now = useRuleClock(role, edits.notes)
  const frame = useRef<HTMLElement>(null)
  const frameId = useId()
  const [isWhole, setWhole] = useState(false)
  const scrolls = useOverflow(frame, 'Height')
  const { data: goals } = useGoals(clientId)
  const list = { notes: edits.notes, isWhole: !loaded.hasNextPage, goals }
  return (
    <>
      <section
        className={classNames('card note-timeline', isWhole && 'note-timeline-whole')}
        id={frameId}
        aria-label="Notes, newest first"
        ref={frame}
        tabIndex={scrolls ? 0 : undefined}
      >
        <NotesOnPaper notes={loaded} />
        <NoteList
          list={list}
          item={(note, index) => (
            <EditableNote
              key={note.id}
              note={note}
              list={list}
              now={now}
              edits={edits}
              onCorrect={onCorrect}
              next={() => noteAt(index)}
            />
          )}
        />
        <LoadMoreNotes notes={loaded} />
      </section>
      {(scrolls || isWhole) && (
        <Button
          className="note-timeline-all button-flush"
          tone="quiet"
          small
          aria-expanded={isWhole}
          aria-controls={frameId}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}

/** Milliseconds. A timer sleeps with the machine, so the clock is checked at least this often. */
const longestWait = 60_000

/** The time (milliseconds since 1970) from which the next of these notes can no longer be changed, if there is one. */
export function nextDeadline(role: Role, notes: readonly Note[], now: Date): number | undefined {
  const ahead = notes.flatMap((note) => {
    const deadline = noteChangeDeadline(role, note)?.getTime()
    return deadline !== undefined && deadline > now.getTime() ? [deadline] : []
  })
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

/** The current time for the note rule, updated when a button has to disappear. */
function useRuleClock(role: Role, notes: readonly Note[]): Date {
  const [now, setNow] = useState(serverNow)
  const next = nextDeadline(role, notes, now)
  useEffect(() => {
    if (next === undefined) return
    const wait = Math.min(Math.max(next - now.getTime(), 0), longestWait)
    const timer = setTimeout(() => setNow(serverNow()), wait)
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}
