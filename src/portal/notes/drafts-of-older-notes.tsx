import { useState } from 'react'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { draftedNoteIds, type EditedNotes, editDraft } from './edited-notes.ts'
import type { ShownNotes } from './queries.ts'
import { noteChangeWording as wording } from './wording.ts'

type DraftsOfOlderNotesProps = { clientId: string; loaded: ShownNotes; edits: EditedNotes }

/** Drafts of notes that are not in the list: a button that loads the note, or the text if the note was deleted. */
export function DraftsOfOlderNotes({ clientId, loaded, edits }: DraftsOfOlderNotesProps) {
  const { sub } = useSession()
  // Read once: an edit that starts here is in the list.
  const [kept, setKept] = useState(() => draftedNoteIds(sub, clientId))
  const [seeking, setSeeking] = useState(false)
  const draftOf = (id: string) => editDraft(sub, { id, clientId })
  const older = kept.filter((id) => draftOf(id).read() && !edits.notes.some((note) => note.id === id))
  if (!loaded.data || older.length === 0) return null

  async function show() {
    if (seeking) return
    setSeeking(true)
    let found: ReturnType<typeof findEdited>
    for (let page = loaded; page.hasNextPage && !found; ) {
      const next = await page.fetchNextPage()
      if (next.isError) break
      page = next
      found = findEdited(page, older)
    }
    setSeeking(false)
    if (found) edits.open(found)
  }

  function discard(id: string) {
    draftOf(id).drop()
    setKept(kept.filter((one) => one !== id))
  }

  return (
    <div className="older-drafts">
      {loaded.hasNextPage ? (
        <>
          <p role="status">{wording.olderDraft}</p>
          <Button small icon="edit" busy={seeking} onClick={() => void show()}>
            {wording.showOlderDraft}
          </Button>
        </>
      ) : (
        older.map((id) => (
          <div className="older-draft" key={id}>
            <p role="status">{wording.gone}</p>
            <p className="note-text" dir="auto">
              {draftOf(id).read()?.values.text}
            </p>
            <Button small icon="trash" onClick={() => discard(id)}>
              {wording.discard}
            </Button>
          </div>
        ))
      )}
    </div>
  )
}

function findEdited({ data }: Pick<ShownNotes, 'data'>, ids: readonly string[]) {
  return data?.notes.find(({ id }) => ids.includes(id))
}
