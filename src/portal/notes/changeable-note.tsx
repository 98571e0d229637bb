import { useEffect, useRef, useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import { mayChangeNote, noteChangeDeadline } from '#contract/notes/rules.ts'
import type { Note } from '#contract/notes/schema.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { DeleteNoteDialog } from './delete-note-dialog.tsx'
import type { EditedNotes } from './edited-notes.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteItem, noteHeadId } from './note-item.tsx'
import { VersionsDialog } from './versions-dialog.tsx'
import { noteChangeWording as wording } from './wording.ts'

type ChangeableNoteProps = { note: Note; now: Date; edits: EditedNotes; onDeleted: () => void }

/** A note of the panel with what this person may do with it now (docs/product.md 9, 10). */
export function ChangeableNote({ note, now, edits, onDeleted }: ChangeableNoteProps) {
  const { role } = useSession()
  const [dialog, setDialog] = useState<'delete' | 'versions'>()
  const editing = edits.isOpen(note)
  const { item, editButton } = useFocusAfterEdit(editing)
  const mayChange = mayChangeNote(role, note, now)
  const mayReadVersions = note.editedAt !== null && can(role, 'notes:read-versions')
  const deadline = noteChangeDeadline(role, note)
  const describedBy = noteHeadId(note)
  const close = () => setDialog(undefined)

  return (
    <NoteItem
      note={note}
      ref={item}
      editor={
        editing ? (
          <NoteEditor note={note} takeFocus={edits.isLastOpened(note)} onDone={() => edits.close(note)} />
        ) : undefined
      }
    >
      {!editing && (mayChange || mayReadVersions) && (
        <div className="note-actions">
          {mayChange && (
            <>
              <Button
                small
                icon="edit"
                ref={editButton}
                aria-describedby={describedBy}
                onClick={() => edits.open(note)}
              >
                {wording.edit}
              </Button>
              <Button small icon="trash" aria-describedby={describedBy} onClick={() => setDialog('delete')}>
                {wording.delete}
              </Button>
            </>
          )}
          {mayReadVersions && (
            <Button
              small
              icon="clock"
              tone="quiet"
              aria-describedby={describedBy}
              onClick={() => setDialog('versions')}
            >
              {wording.versions.title}
            </Button>
          )}
          {mayChange && deadline && (
            <p className="note-deadline">{wording.until(shortDate(deadline.toISOString()))}</p>
          )}
        </div>
      )}
      {dialog === 'delete' && <DeleteNoteDialog note={note} onCancel={close} onDeleted={onDeleted} />}
      {dialog === 'versions' && <VersionsDialog note={note} onClose={close} />}
    </NoteItem>
  )
}

/** When the editor goes, focus returns to the button that opened it, or to the note if that is gone by now. */
function useFocusAfterEdit(editing: boolean) {
  const item = useRef<HTMLLIElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const before = useRef(editing)
  useEffect(() => {
    if (before.current && !editing) (editButton.current ?? item.current)?.focus()
    before.current = editing
  }, [editing])
  return { item, editButton }
}
