import { useEffect, useState } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { formDraft } from '#portal/record-form/form-draft.ts'
import { type DraftSubject, draftKey } from '#portal/session/draft.ts'
import { tabStorage } from '#portal/session/tab-storage.ts'
import { useSession } from '#portal/session/use-session.ts'

type NoteIds = Pick<Note, 'id' | 'clientId'>

export function editSubject({ id, clientId }: NoteIds): DraftSubject {
  return { kind: 'edit-note', clientId, noteId: id }
}

export function editDraft(employeeId: string, note: NoteIds) {
  return formDraft(draftKey(employeeId, editSubject(note)), { text: '' })
}

/** Ids of the client's notes of which this person has an edit in this tab. */
export function draftedNoteIds(employeeId: string, clientId: string): string[] {
  const start = draftKey(employeeId, editSubject({ clientId, id: '' }))
  return tabStorage
    .keys()
    .filter((key) => key.startsWith(start))
    .map((key) => decodeURIComponent(key.slice(start.length)))
}

/** Which notes are being edited: those that somebody opened, and those whose draft a reload brought back. */
export function useEditedNotes(notes: readonly Note[]) {
  const { sub } = useSession()
  const [opened, setOpened] = useState<ReadonlyMap<string, Note>>(new Map())
  const [lastOpened, setLastOpened] = useState<string>()

  useEffect(() => {
    const drafted = notes.filter((note) => !opened.has(note.id) && editDraft(sub, note).read())
    if (drafted.length > 0)
      setOpened(new Map([...opened, ...drafted.map((note) => [note.id, note] as const)]))
  }, [notes, opened, sub])

  return {
    notes: withEdited(notes, [...opened.values()]),
    isOpen: ({ id }: Note) => opened.has(id),
    isLastOpened: ({ id }: Note) => lastOpened === id,
    open(note: Note) {
      setOpened((before) => new Map(before).set(note.id, note))
      setLastOpened(note.id)
    },
    close: ({ id }: Note) => setOpened((before) => new Map([...before].filter(([one]) => one !== id))),
  }
}

export type EditedNotes = ReturnType<typeof useEditedNotes>

/** A note that somebody else deletes stays in its place while it is edited: what is being typed stays with it. */
export function withEdited(notes: readonly Note[], edited: readonly Note[]): readonly Note[] {
  const gone = edited.filter(({ id }) => !notes.some((note) => note.id === id))
  if (gone.length === 0) return notes
  return [...notes, ...gone].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}
