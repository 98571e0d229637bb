import { useRef, useState } from 'react'
import { noteInput } from '#contract/notes/schema.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { useAddNote } from './queries.ts'

/** The note being written: kept as a draft with every letter, given up only once the server has it. */
export function useNewNote(clientId: string) {
  const { sub } = useSession()
  const key = draftKey(sub, { kind: 'note', clientId })
  const [text, setText] = useState(() => readDraft(key))
  const [mistake, setMistake] = useState<string>()
  const sending = useRef(false)
  const sent = useRef('')
  const adding = useAddNote(clientId, () => {
    // The panel may have been left and opened again while this was sent: what was written there since is kept.
    if (readDraft(key) === sent.current) dropDraft(key)
    setText('')
  })

  function type(next: string) {
    setText(next)
    setMistake(undefined)
    writeDraft(key, next)
    if (!adding.isIdle && !adding.isPending) adding.reset()
  }

  /** §5: a blank note is silently not sent. */
  function add() {
    // State is a render behind a second click; this is not.
    if (sending.current || text.trim() === '') return
    const input = noteInput.safeParse({ text })
    if (!input.success) return setMistake(input.error.issues[0]?.message)
    sending.current = true
    sent.current = readDraft(key)
    adding.mutate(input.data.text, {
      onSettled: () => {
        sending.current = false
      },
    })
  }

  return { text, type, add, busy: adding.isPending, mistake, error: adding.error, added: adding.isSuccess }
}
