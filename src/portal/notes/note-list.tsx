import './note-list.css'
import type { ReactNode, Ref } from 'react'
import { can } from '#contract/access/permissions.ts'
import type { Goal } from '#contract/goals/endpoints.ts'
import type { Note } from '#contract/notes/schema.ts'
import { shortDate, timeOfDay } from '#portal/screen/dates.ts'
import { isKnown, Person } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { useSession } from '#portal/session/use-session.ts'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { NoteFacts } from './note-facts.tsx'
import { NoteAttestations, NoteReferences, noteElementId } from './note-marks.tsx'
import type { ShownNotes } from './queries.ts'
import { notesWording } from './wording.ts'

/** The notes that are shown, whether these are all of the client's notes, and the client's goals, once they are known. */
export type ListedNotes = { notes: readonly Note[]; isWhole: boolean; goals: readonly Goal[] | undefined }

type NoteListProps = { list: ListedNotes; item?: (note: Note, index: number) => ReactNode }

/** A timeline of notes; `item` renders each one, read-only by default. */
export function NoteList({
  list,
  item = (note) => <NoteItem key={note.id} note={note} list={list} />,
}: NoteListProps) {
  return <ol className="note-list">{list.notes.map(item)}</ol>
}

type NoteItemProps = {
  note: Note
  list: ListedNotes
  /** In place of the text, while it is edited. */
  editor?: ReactNode
  /** Below the text: what can be done with the note. */
  children?: ReactNode
  ref?: Ref<HTMLLIElement>
}

/** One note of the timeline. It takes focus when the note before it is removed. */
export function NoteItem({ note, list, editor, children, ref }: NoteItemProps) {
  const people = [...list.notes.map(authorOf), { name: note.editedByName, email: note.editedBy ?? '' }]
  return (
    <li className="note" id={noteElementId(note)} ref={ref} tabIndex={-1}>
      <p className="note-head" id={noteHeadId(note)}>
        <Person {...authorOf(note)} isKnown={isKnown(people, list.notes.indexOf(note))} />
        <time className="note-date small-soft" dateTime={note.createdAt}>
          {shortDate(note.createdAt)}
        </time>
        <span className="visually-hidden">{timeOfDay(note.createdAt)}</span>
      </p>
      {!editor && <NoteFacts note={note} goals={list.goals} className="note-fact small-soft" />}
      {editor ?? (
        <p className="written-text" dir="auto">
          <UnbrokenText text={note.text} />
        </p>
      )}
      {note.editedAt && !editor && (
        <p className="note-edited small-soft">
          <time dateTime={note.editedAt}>{notesWording.edited(shortDate(note.editedAt))}</time>{' '}
          <Person
            name={note.editedByName}
            email={note.editedBy ?? ''}
            isKnown={isKnown(people, people.length - 1)}
          />
        </p>
      )}
      {!editor && (
        <>
          <NoteAttestations note={note} className="note-fact small-soft" />
          <NoteReferences
            note={note}
            notes={list.notes}
            isWhole={list.isWhole}
            className="note-fact small-soft"
          />
        </>
      )}
      {children}
    </li>
  )
}

const authorOf = ({ authorName: name, author: email }: Note) => ({ name, email })

/** Describes the buttons of a note: its author, date and time, to the second. */
export function noteHeadId({ id }: Pick<Note, 'id'>): string {
  return `${noteElementId({ id })}-head`
}

/** On paper only: says that these are not all notes, and how to print them all. */
export function NotesOnPaper({ notes: { data } }: { notes: ShownNotes }) {
  const { role } = useSession()
  if (!data || data.notes.length >= data.total) return null
  return (
    <p className="notes-on-paper paper-only">
      Showing the newest {data.notes.length.toLocaleString('en-US')} of {plural(data.total, 'note', 'notes')}.{' '}
      {can(role, 'notes:export') ? 'The notes report includes them all.' : 'Load the rest to print them all.'}
    </p>
  )
}
