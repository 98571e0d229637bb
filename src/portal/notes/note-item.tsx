import type { ReactNode, Ref } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { shortDate, timeOfDay } from '#portal/screen/dates.ts'
import { EmailAddress } from '#ui/email-address.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { notesScreenWording as wording } from './wording.ts'

type NoteItemProps = {
  note: Note
  /** In place of the text, while it is edited. */
  editor?: ReactNode
  /** Below the text: what can be done with the note. */
  children?: ReactNode
  ref?: Ref<HTMLLIElement>
}

/** One note of the timeline; line breaks stay as they were typed. It takes focus where the one before it went. */
export function NoteItem({ note, editor, children, ref }: NoteItemProps) {
  return (
    <li className="note" ref={ref} tabIndex={-1}>
      <p className="note-head" id={noteHeadId(note)}>
        <EmailAddress address={note.author} className="note-author" />
        <time className="note-date" dateTime={note.createdAt}>
          {shortDate(note.createdAt)}
        </time>
        <VisuallyHidden>{timeOfDay(note.createdAt)}</VisuallyHidden>
      </p>
      {editor ?? (
        <p className="note-text" dir="auto">
          <UnbrokenText text={note.text} />
        </p>
      )}
      {note.editedAt && !editor && (
        <p className="note-edited">
          <time dateTime={note.editedAt}>{wording.edited(shortDate(note.editedAt))}</time>{' '}
          <EmailAddress amongWords address={note.editedBy ?? ''} />
        </p>
      )}
      {children}
    </li>
  )
}

/** Buttons are named by what they do; which note they belong to is their description, to the second. */
export function noteHeadId({ id }: Pick<Note, 'id'>): string {
  return `note-${id}-head`
}
