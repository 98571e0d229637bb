import { useEffect, useState } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { useSession } from '#portal/session/use-session.ts'
import { editDraft } from './edit-draft.ts'

/** Which notes are being edited: those that somebody opened, and those whose draft a reload brought back. */
export function useOpenEdits(notes: readonly Note[]) {
  const { sub } = useSession()
  const [opened, setOpened] = useState<ReadonlyMap<string, Note>>(new Map())
  const [lastOpened, setLastOpened] = useState<string>()

  useEffect(() => {
    const kept = notes.filter((note) => !opened.has(note.id) && editDraft(sub, note).read())
    if (kept.length > 0) setOpened(new Map([...opened, ...kept.map((note) => [note.id, note] as const)]))
  }, [notes, opened, sub])

  return {
    notes: withOpened(notes, [...opened.values()]),
    isOpen: ({ id }: Note) => opened.has(id),
    isLastOpened: ({ id }: Note) => lastOpened === id,
    open(note: Note) {
      setOpened((before) => new Map(before).set(note.id, note))
      setLastOpened(note.id)
    },
    close: ({ id }: Note) => setOpened((before) => new Map([...before].filter(([one]) => one !== id))),
  }
}

export type OpenEdits = ReturnType<typeof useOpenEdits>

/** A note that somebody else deletes stays in its place while it is edited: what is being typed stays with it. */
export function withOpened(notes: readonly Note[], opened: readonly Note[]): readonly Note[] {
  const gone = opened.filter(({ id }) => !notes.some((note) => note.id === id))
  if (gone.length === 0) return notes
  return [...notes, ...gone].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}
