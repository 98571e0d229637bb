import { useState } from 'react'
import { reviewFields } from '#contract/notes/fields.ts'
import { attestedSentence } from '#contract/notes/rules.ts'
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
import { useGoals, useReviewNote, useSignNote } from './queries.ts'

type AttestNoteDialogProps = { note: Note; onClose: () => void }

/** Shows the whole note that is signed. */
export function SignNoteDialog({ note, onClose }: AttestNoteDialogProps) {
  const signing = useAction(useSignNote(note), { done: 'Note signed.', failed: attestFailure })
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
      <p>{attestedSentence(note.corrects !== null)}</p>
    </ActionDialog>
  )
}

export function ReviewNoteDialog({ note, onClose }: AttestNoteDialogProps) {
  const reviewing = useAction(useReviewNote(note), { done: 'Note reviewed.', failed: attestFailure })
  const [comment, setComment] = useState(note.reviewComment ?? '')

  return (
    <FormDialog
      title="Review note"
      submitLabel="Mark as reviewed"
      busy={reviewing.isPending}
      onClose={onClose}
      onSubmit={() => comment.length > reviewFields.comment.max || reviewing.start(comment, onClose)}
    >
      <div ref={reviewing.question}>
        <WholeNote note={note} />
      </div>
      <ReviewComment comment={comment} onChange={setComment} reviewing={reviewing} />
    </FormDialog>
  )
}

type ReviewCommentProps = {
  comment: string
  onChange: (comment: string) => void
  reviewing: Pick<ReturnType<typeof useAction>, 'isPending' | 'failure'>
}

/** The comment of a review, and why the note could not be reviewed. */
export function ReviewComment({ comment, onChange, reviewing }: ReviewCommentProps) {
  const { label, max, dir } = reviewFields.comment
  return (
    <>
      <TextArea
        label={`${label} (optional)`}
        limit={max}
        dir={dir}
        value={comment}
        readOnly={reviewing.isPending}
        onChange={({ currentTarget }) => {
          rewriteTyped(currentTarget, toMultiline)
          onChange(currentTarget.value)
        }}
      />
      {reviewing.failure && <Banner tone="danger">{reviewing.failure}</Banner>}
    </>
  )
}

function WholeNote({ note }: { note: Note }) {
  const { data: goals } = useGoals(note.clientId, note.goals.length > 0)
  return (
    <>
      <p>
        <AboutOpenClient clientId={note.clientId} />
      </p>
      <blockquote className="quoted-note">
        <p className="small-soft">
          {shortDate(note.createdAt)}, <Person name={note.authorName} email={note.author} />
        </p>
        <NoteFacts note={note} goals={goals} className="note-fact small-soft" />
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

export function attestFailure(error: unknown): Message {
  return {
    title: errorMessage(error, {
      'version-conflict': 'Someone else just edited or reviewed this note. Read it again first.',
      'not-found': 'This note has been deleted.',
    }),
  }
}
