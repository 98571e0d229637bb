import { useMemo, useRef, useState } from 'react'
import { type Note, noteInput } from '#contract/notes/schema.ts'
import { isFailure, sentenceOf } from '#portal/calls/call-failure.ts'
import { newerRecord } from '#portal/record-form/newer-record.ts'
import { useSession } from '#portal/session/use-session.ts'
import { useToast } from '#ui/toast.tsx'
import { editDraft } from './edit-draft.ts'
import { useEditNote, useTakeNewerNote } from './queries.ts'
import { sharedNoteWording, noteChangeWording as wording } from './wording.ts'

/** The text of a note while it is edited: a draft with every letter, given up only once the server has it. */
export function useNoteEditing(note: Note, onDone: () => void) {
  const { sub } = useSession()
  const draft = useMemo(() => editDraft(sub, note), [sub, note])
  // The note as it was when the edit began: what arrives meanwhile is met as a conflict.
  const [begun] = useState(() => ({ note, version: draft.read()?.version ?? note.version }))
  const [text, setText] = useState(() => draft.read()?.text ?? note.text)
  const [mistake, setMistake] = useState<string>()
  const [newer, setNewer] = useState<Note>()
  const sending = useRef(false)
  const toast = useToast()
  const takeNewer = useTakeNewerNote()
  const saving = useEditNote(note, draft.drop)

  const isChanged = text !== begun.note.text

  function type(next: string) {
    setText(next)
    setMistake(undefined)
    if (next === begun.note.text) draft.drop()
    else draft.write({ version: begun.version, text: next })
    if (saving.isError) saving.reset()
  }

  function close() {
    draft.drop()
    onDone()
  }

  function send(version: number) {
    // State is a render behind a second click; this is not.
    if (sending.current) return
    const input = noteInput.safeParse({ text })
    if (!input.success) return setMistake(input.error.issues[0]?.message)
    sending.current = true
    saving.mutate(
      { text: input.data.text, version },
      {
        onSuccess: () => {
          toast({ text: wording.saved })
          onDone()
        },
        onError: (error) => setNewer(newerRecord<Note>(error)),
        onSettled: () => {
          sending.current = false
        },
      },
    )
  }

  return {
    text,
    type,
    isChanged,
    save: () => (isChanged ? send(begun.version) : close()),
    close,
    busy: saving.isPending,
    mistake,
    refusal: refusalOf(saving.error, newer),
    /** What somebody else has saved meanwhile. */
    newer,
    /** Also where one's own text is the one that stood there first: it is not what the newer note says. */
    saveMine: () => newer && send(newer.version),
    keepNewer() {
      if (newer) takeNewer(newer)
      close()
    },
    lookAgain: () => setNewer(undefined),
  }
}

export type NoteEditing = ReturnType<typeof useNoteEditing>

function refusalOf(error: unknown, newer: Note | undefined) {
  if (error === null || newer) return undefined
  if (isFailure(error, 'not-found')) return { message: wording.gone }
  if (isFailure(error, 'not-allowed')) return { message: sentenceOf(error) }
  return { message: sharedNoteWording.addFailed, detail: sentenceOf(error) }
}
