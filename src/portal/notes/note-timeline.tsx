import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { noteWording } from '#contract/notes/wording.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NoteList } from './note-list.tsx'
import { notesScreenWording as wording } from './wording.ts'

type NoteTimelineProps = { notes: readonly Note[] | undefined; failed: boolean }

/** §9: at most 400 px high. After a failure an empty list may be one that is no longer true. */
export function NoteTimeline({ notes, failed }: NoteTimelineProps) {
  if (notes && notes.length > 0) return <ScrollingNotes notes={notes} />
  if (failed) return <p className="note-timeline-away">{wording.notShown}</p>
  if (notes) return <EmptyState icon="edit" title={noteWording.empty} />
  return (
    <div className="note-timeline note-timeline-loading">
      <LoadingPlace lines={10} />
    </div>
  )
}

/** A list that scrolls takes focus, so that arrow keys can scroll it; one that does not is no stop for Tab. */
function ScrollingNotes({ notes }: { notes: readonly Note[] }) {
  const frame = useRef<HTMLElement>(null)
  const scrolls = useScrolls(frame)
  return (
    <section
      className="note-timeline"
      aria-label={wording.timeline}
      ref={frame}
      tabIndex={scrolls ? 0 : undefined}
    >
      <NoteList notes={notes} />
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
