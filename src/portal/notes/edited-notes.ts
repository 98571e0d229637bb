import { useEffect, useState } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { formDraft } from '#portal/form/form-draft.ts'
import { type DraftSubject, draftKey, draftKeys } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { emptyNote } from './note-form.tsx'

type NoteIds = Pick<Note, 'id' | 'clientId'>

export function editSubject({ id, clientId }: NoteIds): DraftSubject {
  return { kind: 'edit-note', clientId, noteId: id }
}

export function editDraft(employeeId: string, note: NoteIds) {
  return formDraft(draftKey(employeeId, editSubject(note)), emptyNote)
}

/** Ids of the client's notes that have a draft of this person in this tab. */
export function draftedNoteIds(employeeId: string, clientId: string): string[] {
  const start = draftKey(employeeId, editSubject({ clientId, id: '' }))
  return draftKeys()
    .filter((key) => key.startsWith(start))
    .map((key) => decodeURIComponent(key.slice(start.length)))
}

/** The notes that are being edited: those that were opened, and those with a draft from before a reload. */
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
    /** The one whose Save button is filled. */
    isLatest: ({ id }: Note) => [...opened.keys()].at(-1) === id,
    isLastOpened: ({ id }: Note) => lastOpened === id,
    open(note: Note) {
      setOpened((before) => new Map(before).set(note.id, note))
      setLastOpened(note.id)
    },
    close: ({ id }: Note) => setOpened((before) => new Map([...before].filter(([one]) => one !== id))),
  }
}

export type EditedNotes = ReturnType<typeof useEditedNotes>

/** A note that another person deletes stays in the list while it is edited, so that nothing typed is lost. */
export function withEdited(notes: readonly Note[], edited: readonly Note[]): readonly Note[] {
  const deleted = edited.filter(({ id }) => !notes.some((note) => note.id === id))
  if (deleted.length === 0) return notes
  return [...notes, ...deleted].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}
