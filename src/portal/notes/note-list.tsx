import './note-list.css'
import type { Note } from '#contract/notes/schema.ts'
import { shortDate } from '#portal/screen/dates.ts'

/** Notes as a timeline; line breaks stay as they were typed. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  return (
    <ol className="note-list">
      {notes.map((note) => (
        <li key={note.id} className="note">
          <p className="note-head">
            <NoteAuthor address={note.author} />
            <time className="note-date" dateTime={note.createdAt}>
              {shortDate(note.createdAt)}
            </time>
          </p>
          <p className="note-text" dir="auto">
            {note.text}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** An address too long for its line breaks after the @, not within a name. */
function NoteAuthor({ address }: { address: string }) {
  const [name = '', host] = address.split('@')
  return (
    <span className="note-author">
      {host === undefined ? address : `${name}@`}
      <wbr />
      {host}
    </span>
  )
}
