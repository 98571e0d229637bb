import { useState } from 'react'
import { dropDraft, readDraft } from '#portal/drafts/drafts.ts'
import { Button } from '#ui/button.tsx'
import { draftedNoteIds, type EditedNotes, editKey } from './edited-notes.ts'
import type { ShownNotes } from './queries.ts'
import { notesWording } from './wording.ts'

type DraftsOfOlderNotesProps = { clientId: string; loaded: ShownNotes; edits: EditedNotes }

/** Says that there are drafts of notes that are not in the list; shows the text if the note was deleted. */
export function DraftsOfOlderNotes({ clientId, loaded, edits }: DraftsOfOlderNotesProps) {
  const [, setDiscarded] = useState(0)
  const older = draftedNoteIds(clientId).filter((id) => !edits.notes.some((note) => note.id === id))
  if (!loaded.data || older.length === 0) return null
  if (loaded.hasNextPage)
    return (
      <p className="older-drafts older-draft screen-only" role="status">
        You have an unsaved edit of an older note. Load more notes to continue with it.
      </p>
    )
  return (
    <div className="older-drafts stack screen-only">
      {older.map((id) => (
        <div className="older-draft stack-close" key={id}>
          <p role="status">{notesWording.deleted}</p>
          <p className="note-text" dir="auto">
            {readDraft(editKey({ id, clientId }))?.values.text}
          </p>
          <Button
            small
            icon="trash"
            onClick={() => {
              dropDraft(editKey({ id, clientId }))
              setDiscarded((count) => count + 1)
            }}
          >
            Discard
          </Button>
        </div>
      ))}
    </div>
  )
}
