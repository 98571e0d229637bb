import { useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import { reviewFields } from '#contract/notes/fields.ts'
import { isWriterOf, mayReviewNote } from '#contract/notes/rules.ts'
import type { LoggedNote } from '#contract/service-log/endpoints.ts'
import { useAction } from '#portal/action/action.tsx'
import { attestFailure, ReviewComment } from '#portal/notes/attest-note-dialogs.tsx'
import { NoteFacts } from '#portal/notes/note-facts.tsx'
import { sendByKeys } from '#portal/notes/note-form.tsx'
import { NoteAttestations, NoteReferences } from '#portal/notes/note-marks.tsx'
import { useGoals, useReviewNote } from '#portal/notes/queries.ts'
import { VersionsDialog } from '#portal/notes/versions-dialog.tsx'
import { notesWording } from '#portal/notes/wording.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { useKeys } from './keys.ts'
import { useTakeLoggedNote } from './queries.ts'

type OpenNoteProps = {
  note: LoggedNote
  id: string
  withKeys: boolean
  /** Comments that were begun, by note: one may look at another note meanwhile. */
  comments: Map<string, string>
  onReviewed: () => void
}

/** A whole note of the log, and its review. */
export function OpenNote({ note, id, withKeys, comments, onReviewed }: OpenNoteProps) {
  const { role, sub } = useSession()
  const [showsVersions, setShowsVersions] = useState(false)
  const [comment, setComment] = useState(comments.get(note.id) ?? note.reviewComment ?? '')
  const reviewing = useAction(useReviewNote(note, useTakeLoggedNote()), { failed: attestFailure })
  const mayReview = can(role, 'notes:review') && mayReviewNote(note, sub)
  const { data: goals } = useGoals(note.clientId, note.goals.length > 0)
  const fact = 'note-fact small-soft'

  function write(text: string) {
    comments.set(note.id, text)
    setComment(text)
  }

  function review() {
    if (comment.length <= reviewFields.comment.max) void reviewing.start(comment, onReviewed)
  }
  useKeys(withKeys && mayReview ? { r: review } : {})

  return (
    <div className="service-log-note" id={id}>
      <div className="stack-close">
        <p className="written-text" dir="auto">
          <UnbrokenText text={note.text} />
        </p>
        <div>
          <NoteFacts note={note} goals={goals} className={fact} />
          {note.editedAt && (
            <span className={fact}>
              {notesWording.edited(shortDate(note.editedAt))}{' '}
              <Person name={note.editedByName} email={note.editedBy ?? ''} />
            </span>
          )}
          <NoteAttestations note={note} className={fact} />
          <NoteReferences note={note} notes={[]} isWhole={false} className={fact} />
        </div>
        {note.editedAt && can(role, 'notes:read-versions') && (
          <Button
            small
            tone="quiet"
            icon="clock"
            className="screen-only"
            onClick={() => setShowsVersions(true)}
          >
            Earlier versions
          </Button>
        )}
      </div>
      <div className="stack-close screen-only" ref={reviewing.question}>
        {mayReview && (
          <form
            className="stack-close"
            noValidate
            onKeyDown={sendByKeys}
            onSubmit={(event) => {
              event.preventDefault()
              review()
            }}
          >
            <ReviewComment comment={comment} onChange={write} reviewing={reviewing} />
            <Button type="submit" tone="primary" icon="check" busy={reviewing.isPending}>
              {note.reviewedAt ? 'Change review' : 'Mark as reviewed'}
            </Button>
          </form>
        )}
        {isWriterOf(note, sub) && <p>You wrote or edited this note, so a colleague reviews it.</p>}
      </div>
      {showsVersions && <VersionsDialog note={note} onClose={() => setShowsVersions(false)} />}
    </div>
  )
}
