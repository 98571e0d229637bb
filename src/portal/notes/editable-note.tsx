import { type Ref, useRef, useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import { mayChangeNote, mayReviewNote, noteChangeDeadline } from '#contract/notes/rules.ts'
import type { Note } from '#contract/notes/schema.ts'
import { useHasDraft, WithDraft } from '#portal/drafts/draft-status.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import type { IconName } from '#ui/icon.tsx'
import { ReviewNoteDialog, SignNoteDialog } from './attest-note-dialogs.tsx'
import { DeleteNoteDialog } from './delete-note-dialog.tsx'
import { correctionForm, type EditedNotes, editForm } from './edited-notes.ts'
import { NoteEditor } from './note-editor.tsx'
import { type ListedNotes, NoteItem, noteHeadId } from './note-list.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

type EditableNoteProps = {
  note: Note
  list: ListedNotes
  now: Date
  edits: EditedNotes
  onCorrect: (note: Note) => void
  /** Takes focus when the note is removed. */
  next: () => HTMLElement | null | undefined
}

/** A note with the buttons that this person may use now (docs/product.md 9, 10). */
export function EditableNote({ note, list, now, edits, onCorrect, next }: EditableNoteProps) {
  const { role, sub } = useSession()
  const [dialog, setDialog] = useState<'delete' | 'versions' | 'sign' | 'review'>()
  const hasCorrection = useHasDraft(correctionForm(note))
  const editing = edits.isOpen(note)
  const item = useRef<HTMLLIElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const mayChange = mayChangeNote(role, note, now)
  const mayReadVersions = note.editedAt !== null && can(role, 'notes:read-versions')
  const isOwn = note.authorId === sub
  const maySign = isOwn && !note.signedAt
  const isReviewer = note.reviewedById === sub
  const mayReview = can(role, 'notes:review') && mayReviewNote(note, sub)
  const deadline = noteChangeDeadline(role, note)
  const describedBy = noteHeadId(note)
  const close = () => setDialog(undefined)
  // A note that is signed or reviewed loses the button for it.
  const focusNote = focusOnRemoval(() => item.current)
  const action = (label: string, icon: IconName, onClick: () => void, ref?: Ref<HTMLButtonElement>) => (
    <Button small tone="quiet" icon={icon} ref={ref} aria-describedby={describedBy} onClick={onClick}>
      {label}
    </Button>
  )

  return (
    <NoteItem
      note={note}
      list={list}
      ref={(element) => {
        item.current = element
        return focusOnRemoval(next)(element)
      }}
      editor={
        editing ? (
          // After the edit the note may be too old to have an Edit button.
          <div ref={focusOnRemoval(() => editButton.current ?? item.current)}>
            <WithDraft form={editForm(note)} lines={4}>
              {(draft) => (
                <NoteEditor
                  note={note}
                  draft={draft}
                  isLatest={edits.isLatest(note)}
                  takeFocus={edits.isLastOpened(note)}
                  onDone={() => edits.close(note)}
                />
              )}
            </WithDraft>
          </div>
        ) : undefined
      }
    >
      {!editing && (
        <div className="note-actions screen-only">
          {mayChange && (
            <>
              {action('Edit', 'edit', () => edits.open(note), editButton)}
              {action('Delete', 'trash', () => setDialog('delete'))}
            </>
          )}
          {!mayChange &&
            action(hasCorrection ? 'Continue the correction' : 'Write a correction', 'edit', () =>
              onCorrect(note),
            )}
          {maySign && action('Sign', 'check', () => setDialog('sign'), focusNote)}
          {mayReview &&
            action(isReviewer ? 'Change review' : 'Review', 'check', () => setDialog('review'), focusNote)}
          {mayReadVersions && action('Earlier versions', 'clock', () => setDialog('versions'))}
          {mayChange && deadline && (
            <p className="note-deadline small-soft">
              You can change this note until {shortDate(deadline.toISOString())}
            </p>
          )}
        </div>
      )}
      {dialog === 'delete' && <DeleteNoteDialog note={note} onCancel={close} />}
      {dialog === 'sign' && <SignNoteDialog note={note} onClose={close} />}
      {dialog === 'review' && <ReviewNoteDialog note={note} onClose={close} />}
      {dialog === 'versions' && <VersionsDialog note={note} onClose={close} />}
    </NoteItem>
  )
}
