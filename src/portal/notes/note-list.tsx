import './note-list.css'
import type { ReactNode } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { NoteItem } from './note-item.tsx'

type NoteListProps = { notes: readonly Note[]; item?: (note: Note) => ReactNode }

/** Notes as a timeline: to be read, or with what `item` adds to each. */
export function NoteList({ notes, item = (note) => <NoteItem key={note.id} note={note} /> }: NoteListProps) {
  return <ol className="note-list">{notes.map(item)}</ol>
}
