import './delete-note-dialog.css'
import type { Note } from '#contract/notes/schema.ts'
import { isFailure, sentenceOf } from '#portal/calls/call-failure.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { useToast } from '#ui/toast.tsx'
import { noteBeginning } from './note-beginning.ts'
import { useRemoveNote } from './queries.ts'
import { sharedNoteWording, noteChangeWording as wording } from './wording.ts'

type DeleteNoteDialogProps = { note: Note; onCancel: () => void; onDeleted: () => void }

/** Names what is destroyed: the note's date, who wrote it, and how it begins. */
export function DeleteNoteDialog({ note, onCancel, onDeleted }: DeleteNoteDialogProps) {
  const removing = useRemoveNote(note)
  const toast = useToast()

  function remove() {
    removing.mutate(undefined, {
      onSuccess: () => {
        toast({ text: wording.deleted })
        onDeleted()
      },
    })
  }

  return (
    <ConfirmDialog
      open
      title={wording.deleteTitle}
      confirmLabel={wording.delete}
      busy={removing.isPending}
      error={removing.error ? refusalOf(removing.error) : undefined}
      onConfirm={remove}
      onCancel={onCancel}
    >
      <p>{sharedNoteWording.deleteQuestion}</p>
      <blockquote className="delete-note">
        <p className="delete-note-head">
          {shortDate(note.createdAt)}, <EmailAddress amongWords address={note.author} />
        </p>
        <p dir="auto">{noteBeginning(note.text)}</p>
      </blockquote>
    </ConfirmDialog>
  )
}

/** The note rule says all that is to be said; of other failures the specified text comes first. */
function refusalOf(error: unknown): string {
  const reason = sentenceOf(error)
  return isFailure(error, 'not-allowed') ? reason : `${sharedNoteWording.addFailed} ${reason}`
}
