import type { Note } from '#contract/notes/schema.ts'
import { noteWording } from '#contract/notes/wording.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NoteList } from './note-list.tsx'
import { notesScreenWording as wording } from './wording.ts'

/** §9: at most 400 px high; a list that scrolls takes focus, so that arrow keys can scroll it. */
export function NoteTimeline({ notes, failed }: { notes: readonly Note[] | undefined; failed: boolean }) {
  if (notes && notes.length > 0) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <section className="note-timeline" aria-label={wording.timeline} tabIndex={0}>
        <NoteList notes={notes} />
      </section>
    )
  }
  if (notes) return <EmptyState icon="edit" title={noteWording.empty} />
  if (failed) return <p className="note-timeline-away">{wording.notShown}</p>
  return (
    <div className="note-timeline">
      <Skeleton lines={6} />
    </div>
  )
}
