import type { ShownNotes } from './queries.ts'
import { notesScreenWording as wording } from './wording.ts'

/** On paper nothing can be loaded: a printed part of the notes says that it is one. */
export function NotesOnPaper({ notes: { data } }: { notes: ShownNotes }) {
  if (!data || data.notes.length >= data.total) return null
  return <p className="notes-on-paper">{wording.partOnPaper(data.notes.length, data.total)}</p>
}
