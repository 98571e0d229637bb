import { useState } from 'react'
import { reviewFields } from '#contract/notes/fields.ts'
import type { Note } from '#contract/notes/schema.ts'
import { toMultiline } from '#contract/plain-text.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import type { Message } from '#portal/action/message.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { Banner } from '#ui/banner.tsx'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { TextArea } from '#ui/text-area.tsx'
import { NoteFacts } from './note-facts.tsx'
import { useReviewNote, useSignNote } from './queries.ts'
import { notesWording } from './wording.ts'

type AttestNoteDialogProps = { note: Note; onClose: () => void }

/** Shows the whole note that is signed. */
export function SignNoteDialog({ note, onClose }: AttestNoteDialogProps) {
  const signing = useAction(useSignNote(note), { done: 'Note signed.', failed: messageOf })
  return (
    <ActionDialog
      action={signing}
      title="Sign note"
      tone="primary"
      confirmLabel="Sign"
      onConfirm={() => void signing.start(undefined, onClose)}
      onClose={onClose}
    >
      <WholeNote note={note} />
      <p>{note.corrects ? notesWording.correctionStatement : notesWording.statement}</p>
    </ActionDialog>
  )
}

export function ReviewNoteDialog({ note, onClose }: AttestNoteDialogProps) {
  const reviewing = useAction(useReviewNote(note), { done: 'Note reviewed.', failed: messageOf })
  const [comment, setComment] = useState(note.reviewComment ?? '')
  const { label, max, dir } = reviewFields.comment

  return (
    <FormDialog
      title="Review note"
      submitLabel="Mark as reviewed"
      busy={reviewing.isPending}
      onClose={onClose}
      onSubmit={() => comment.length > max || reviewing.start(comment, onClose)}
    >
      <div ref={reviewing.question}>
        <WholeNote note={note} />
      </div>
      <TextArea
        label={`${label} (optional)`}
        limit={max}
        dir={dir}
        value={comment}
        readOnly={reviewing.isPending}
        onChange={({ currentTarget }) => {
          rewriteTyped(currentTarget, toMultiline)
          setComment(currentTarget.value)
        }}
      />
      {reviewing.failure && <Banner tone="danger">{reviewing.failure}</Banner>}
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
        <div className="scroll-text" role="document" aria-label="The note" tabIndex={0}>
          <p className="written-text" dir="auto">
            {note.text}
          </p>
        </div>
      </blockquote>
    </>
  )
}

function messageOf(error: unknown): Message {
  return {
    title: errorMessage(error, {
      'version-conflict': 'Someone else just edited or reviewed this note. Read it again first.',
      'not-found': 'This note has been deleted.',
    }),
  }
}
