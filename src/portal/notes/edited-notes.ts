import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { type DraftKey, draftKeys, readDraft } from '#portal/drafts/drafts.ts'
import { draftsQuery } from '#portal/drafts/queries.ts'

type NoteIds = Pick<Note, 'id' | 'clientId'>

export const editKey = ({ id, clientId }: NoteIds): DraftKey => `edit-note:${clientId}:${id}`

export const correctionKey = ({ id, clientId }: NoteIds): DraftKey => `correction:${clientId}:${id}`

/** The id of the client's note for which this person has a correction draft. */
export function begunCorrection(clientId: string): string | undefined {
  const start = correctionKey({ clientId, id: '' })
  return draftKeys()
    .find((key) => key.startsWith(start))
    ?.slice(start.length)
}

/** Ids of the client's notes of which this person has a draft. */
export function draftedNoteIds(clientId: string): string[] {
  const start = editKey({ clientId, id: '' })
  return draftKeys().flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []))
}

/** The notes that are being edited: those that were opened, and those with a draft from before. */
export function useEditedNotes(notes: readonly Note[]) {
  const { data: draftsAreLoaded } = useQuery(draftsQuery)
  const [opened, setOpened] = useState<ReadonlyMap<string, Note>>(new Map())
  const [lastOpened, setLastOpened] = useState<string>()

  useEffect(() => {
    if (!draftsAreLoaded) return
    const drafted = notes.filter((note) => !opened.has(note.id) && readDraft(editKey(note)))
    if (drafted.length > 0)
      setOpened(new Map([...opened, ...drafted.map((note) => [note.id, note] as const)]))
  }, [notes, opened, draftsAreLoaded])

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
    close: ({ id }: Note) =>
      setOpened((before) => new Map([...before].filter(([openedId]) => openedId !== id))),
  }
}

export type EditedNotes = ReturnType<typeof useEditedNotes>

/** A note that another person deletes stays in the list while it is edited: nothing typed is lost. */
export function withEdited(notes: readonly Note[], edited: readonly Note[]): readonly Note[] {
  const deleted = edited.filter(({ id }) => !notes.some((note) => note.id === id))
  if (deleted.length === 0) return notes
  return [...notes, ...deleted].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}
