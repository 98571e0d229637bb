import * as z from 'zod/mini'
import type { Note } from '#contract/notes/schema.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '#portal/session/draft.ts'
import { tabStorage } from '#portal/session/tab-storage.ts'

const keptEdit = z.object({
  /** The version that the edit was begun from. */
  version: z.int(),
  text: z.string(),
})

type KeptEdit = z.output<typeof keptEdit>

/** An edit that was begun survives a reload and an ended session, for the same person in the same tab. */
export function editDraft(employeeId: string, { id, clientId }: Pick<Note, 'id' | 'clientId'>) {
  const key = draftKey(employeeId, { kind: 'edit-note', clientId, noteId: id })
  return {
    read(): KeptEdit | undefined {
      try {
        return keptEdit.parse(JSON.parse(readDraft(key)))
      } catch {
        return undefined
      }
    },
    write: (edit: KeptEdit) => writeDraft(key, JSON.stringify(edit)),
    drop: () => dropDraft(key),
  }
}

/** Ids of the client's notes of which this person has an edit in this tab. */
export function keptEdits(employeeId: string, clientId: string): string[] {
  const start = draftKey(employeeId, { kind: 'edit-note', clientId, noteId: '' })
  return tabStorage
    .keys()
    .filter((key) => key.startsWith(start))
    .map((key) => decodeURIComponent(key.slice(start.length)))
}
