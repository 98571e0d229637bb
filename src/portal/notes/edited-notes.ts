import { useEffect, useState } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { useDraftKeys } from '#portal/drafts/draft-status.tsx'
import { type DraftForm, formOf } from '#portal/drafts/drafts.ts'

type NoteIds = Pick<Note, 'id' | 'clientId'>

export const editForm = ({ id, clientId }: NoteIds): DraftForm => `edit-note:${clientId}:${id}`

export const correctionForm = ({ id, clientId }: NoteIds): DraftForm => `correction:${clientId}:${id}`

/** The id of the client's note that a draft corrects. */
export function correctedIn(key: string, clientId: string): string | undefined {
  const start = correctionForm({ clientId, id: '' })
  return key.startsWith(start) ? formOf(key).slice(start.length) : undefined
}

/** Ids of the client's notes of which this person has a draft. */
export function useDraftedNoteIds(clientId: string): string[] {
  const start = editForm({ clientId, id: '' })
  const found = useDraftKeys().filter((key) => key.startsWith(start))
  return [...new Set(found.map((key) => formOf(key).slice(start.length)))]
}

/** The client's notes that are being edited: those that were opened, and those with a draft from before. */
export function useEditedNotes(clientId: string, notes: readonly Note[]) {
  const draftedIds = useDraftedNoteIds(clientId)
  const [opened, setOpened] = useState<ReadonlyMap<string, Note>>(new Map())
  const [lastOpened, setLastOpened] = useState<string>()
  /** Another window may have a draft, too: it is opened by its button. */
  const [closed, setClosed] = useState<readonly string[]>([])

  useEffect(() => {
    const isBegun = ({ id }: Note) => draftedIds.includes(id) && !opened.has(id) && !closed.includes(id)
    const drafted = notes.filter(isBegun)
    if (drafted.length > 0)
      setOpened(new Map([...opened, ...drafted.map((note) => [note.id, note] as const)]))
  }, [notes, opened, closed, draftedIds])

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
    close({ id }: Note) {
      setClosed((before) => [...before, id])
      setOpened((before) => new Map([...before].filter(([openedId]) => openedId !== id)))
    },
  }
}

export type EditedNotes = ReturnType<typeof useEditedNotes>

/** A note that another person deletes stays in the list while it is edited: nothing typed is lost. */
export function withEdited(notes: readonly Note[], edited: readonly Note[]): readonly Note[] {
  const deleted = edited.filter(({ id }) => !notes.some((note) => note.id === id))
  if (deleted.length === 0) return notes
  return [...notes, ...deleted].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}
