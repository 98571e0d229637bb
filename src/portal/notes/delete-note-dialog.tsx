import type { Note } from '#contract/notes/schema.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import type { Message } from '#portal/action/message.ts'
import { errorMessage, isFailure, reasonAfter } from '#portal/calls/call-failure.ts'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { useRemoveNote } from './queries.ts'
import { notesWording } from './wording.ts'

type DeleteNoteDialogProps = { note: Note; onCancel: () => void }

/** Shows the note's date, author and first words. */
export function DeleteNoteDialog({ note, onCancel }: DeleteNoteDialogProps) {
  const removal = useAction(useRemoveNote(note), { done: 'Note deleted.', failed: messageOf })
  return (
    <ActionDialog
      action={removal}
      title="Delete note"
      confirmLabel="Delete"
      onConfirm={() => void removal.start()}
      onClose={onCancel}
    >
      <p>Are you sure you want to delete this note?</p>
      <p>
        <AboutOpenClient clientId={note.clientId} />
      </p>
      <blockquote className="quoted-note">
        <p className="small-soft">
          {shortDate(note.createdAt)}, <Person name={note.authorName} email={note.author} />
        </p>
        <p dir="auto">{noteBeginning(note.text)}</p>
      </blockquote>
    </ActionDialog>
  )
}

/** The message of the note rule needs no introduction. */
function messageOf(error: unknown): Message {
  if (isFailure(error, 'not-allowed')) return { title: errorMessage(error) }
  return { title: notesWording.addFailed, detail: reasonAfter(notesWording.addFailed, error) }
}

/** Characters that are enough to recognize a note. */
const excerptLength = 140

/** The first words of a note, on one line. */
export function noteBeginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= excerptLength) return line
  const cut = characters.slice(0, excerptLength + 1).join('')
  const end = cut.lastIndexOf(' ')
  // A very long word is cut.
  const kept = end > excerptLength / 2 ? cut.slice(0, end) : characters.slice(0, excerptLength).join('')
  return `${kept.replace(/[\s.,;:!?]+$/, '')}…`
}
