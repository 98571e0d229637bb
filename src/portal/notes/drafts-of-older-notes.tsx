import { WithDraft } from '#portal/drafts/draft-status.tsx'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { type EditedNotes, editForm, useDraftedNoteIds } from './edited-notes.ts'
import type { ShownNotes } from './queries.ts'
import { notesWording } from './wording.ts'

type DraftsOfOlderNotesProps = { clientId: string; loaded: ShownNotes; edits: EditedNotes }

/** Says that there are drafts of notes that are not in the list; shows the text if the note was deleted. */
export function DraftsOfOlderNotes({ clientId, loaded, edits }: DraftsOfOlderNotesProps) {
  const older = useDraftedNoteIds(clientId).filter((id) => !edits.notes.some((note) => note.id === id))
  if (!loaded.data || older.length === 0) return null
  if (loaded.hasNextPage)
    return (
      <p className="older-drafts older-draft card card-for-action screen-only" role="status">
        You have an unsaved edit of an older note. Load more notes to continue with it.
      </p>
    )
  return (
    <div className="older-drafts stack screen-only">
      {older.map((id) => (
        <div className="older-draft card card-for-action stack-close" key={id} ref={focusOnRemoval()}>
          <p role="status">{notesWording.deleted}</p>
          <WithDraft form={editForm({ id, clientId })} lines={2}>
            {(draft) => (
              <>
                <p className="written-text" dir="auto">
                  {draft.state.content?.values.text}
                </p>
                <Button small icon="trash" onClick={() => draft.write(null)}>
                  Discard
                </Button>
              </>
            )}
          </WithDraft>
        </div>
      ))}
    </div>
  )
}
