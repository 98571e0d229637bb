import { useId } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { NoteRefusal } from './note-refusal.tsx'
import { NoteTextArea } from './note-text-area.tsx'
import type { NoteEditing } from './use-note-editing.ts'
import { noteChangeWording, notesScreenWording } from './wording.ts'

const wording = noteChangeWording.conflict

/** Two people edited at once: both texts side by side, and the choice. Closing it goes back to editing. */
export function ConflictDialog({ editing, newer }: { editing: NoteEditing; newer: Note }) {
  const titleId = useId()
  return (
    <Dialog
      open
      title={wording.title}
      width="wide"
      locked={editing.busy}
      onClose={editing.lookAgain}
      footer={
        <>
          <Button onClick={editing.keepNewer} aria-disabled={editing.busy || undefined}>
            {wording.takeNewer}
          </Button>
          <Button tone="primary" busy={editing.busy} onClick={editing.saveMine}>
            {wording.saveMine}
          </Button>
        </>
      }
    >
      <p>{wording.intro}</p>
      <div className="note-conflict">
        <section aria-labelledby={titleId}>
          <h3 id={titleId}>{wording.newer}</h3>
          <p className="note-edited">
            {notesScreenWording.edited(shortDate(newer.editedAt ?? newer.createdAt))}{' '}
            <EmailAddress amongWords address={newer.editedBy ?? newer.author} />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by arrow keys too */}
          <div className="note-conflict-text" role="document" aria-labelledby={titleId} tabIndex={0}>
            <p className="note-text" dir="auto">
              {newer.text}
            </p>
          </div>
        </section>
        <NoteTextArea label={wording.mine} hint={wording.mineHint} writing={editing} />
      </div>
      {editing.refusal && <NoteRefusal {...editing.refusal} />}
    </Dialog>
  )
}
