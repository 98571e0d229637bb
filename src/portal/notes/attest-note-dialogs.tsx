import { useState } from 'react'
import { reviewFields } from '#contract/notes/fields.ts'
import type { Note } from '#contract/notes/schema.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { Banner } from '#ui/banner.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useToast } from '#ui/toast.tsx'
import { NoteFacts } from './note-facts.tsx'
import { useReviewNote, useSignNote } from './queries.ts'
import { notesWording } from './wording.ts'

type AttestNoteDialogProps = { note: Note; onClose: () => void }

/** Shows the whole note that is signed. */
export function SignNoteDialog({ note, onClose }: AttestNoteDialogProps) {
  const signing = useSignNote(note)
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      title="Sign note"
      tone="primary"
      confirmLabel="Sign"
      busy={signing.isPending}
      error={signing.error ? messageOf(signing.error) : undefined}
      onConfirm={() =>
        signing.mutate(undefined, {
          onSuccess() {
            toast({ text: 'Note signed.' })
            onClose()
          },
        })
      }
      onCancel={onClose}
    >
      <WholeNote note={note} />
      <p>{notesWording.statement}</p>
    </ConfirmDialog>
  )
}

export function ReviewNoteDialog({ note, onClose }: AttestNoteDialogProps) {
  const reviewing = useReviewNote(note)
  const toast = useToast()
  const [comment, setComment] = useState(note.reviewComment ?? '')
  const { label, max, dir } = reviewFields.comment

  function submit() {
    if (comment.length > max) return
    reviewing.mutate(comment, {
      onSuccess() {
        toast({ text: 'Note reviewed.' })
        onClose()
      },
    })
  }

  return (
    <FormDialog
      title="Review note"
      submitLabel="Mark as reviewed"
      busy={reviewing.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <div>
        <WholeNote note={note} />
      </div>
      <TextArea
        label={`${label} (optional)`}
        limit={max}
        dir={dir}
        value={comment}
        readOnly={reviewing.isPending}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {reviewing.error && <Banner tone="danger">{messageOf(reviewing.error)}</Banner>}
    </FormDialog>
  )
}

function WholeNote({ note }: { note: Note }) {
  return (
    <>
      <p>
        <AboutOpenClient clientId={note.clientId} />
      </p>
      <blockquote className="quoted-note">
        <p className="small-soft">
          {shortDate(note.createdAt)}, <Person name={note.authorName} email={note.author} />
        </p>
        <NoteFacts note={note} className="note-fact small-soft" />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by arrow keys too */}
        <div className="quoted-note-text" role="document" aria-label="The note" tabIndex={0}>
          <p className="note-text" dir="auto">
            {note.text}
          </p>
        </div>
      </blockquote>
    </>
  )
}

function messageOf(error: unknown): string {
  if (isFailure(error, 'version-conflict'))
    return 'Someone else just edited or reviewed this note. Read it again first.'
  return errorMessage(error, { 'not-found': 'This note has been deleted.' })
}
