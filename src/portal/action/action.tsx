import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { reasonAfter } from '#portal/calls/call-failure.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { type Message, textOf, useSay } from './message.ts'

/** Milliseconds for which a change of a client can be undone. */
export const undoTime = 10_000

type DoneMessage<Input> = Message & {
  /** The input that takes the action back, which is offered first. */
  undo?: Input | undefined
}

type Done<Input> = string | DoneMessage<Input> | undefined

interface ActionTexts<Input, Result> {
  /** Without one, the screen itself shows that it is done. */
  done?: Done<Input> | ((result: Result, input: Input) => Done<Input>)
  /** A sentence, which the reason follows, or the whole message. */
  failed: string | ((error: unknown) => Message)
  /** More precise reasons, by the code of the failure. */
  reasons?: Readonly<Record<string, string>>
  /** Instead of toasts. */
  say?: (message: Message) => void
}

/** A button's change of a record: sends it, and says how it went even if its row or its screen has gone meanwhile. */
export function useAction<Input, Result>(
  mutation: UseMutationResult<Result, Error, Input>,
  texts: ActionTexts<Input, Result>,
) {
  const sayInToast = useSay()
  const { done, failed, reasons, say = sayInToast } = texts
  const question = useRef<HTMLDivElement>(null)
  // A second click can come before the next rendering.
  const isSending = useRef(false)

  function messageOf(error: unknown): Message {
    if (typeof failed !== 'string') return failed(error)
    return { title: failed, detail: reasonAfter(failed, error, reasons) }
  }

  function sayDone(result: Result, input: Input) {
    const message = typeof done === 'function' ? done(result, input) : done
    if (message === undefined) return
    if (typeof message === 'string') return say({ title: message })
    const { undo, actions = [], ...rest } = message
    const undoing = undo === undefined ? [] : [{ label: 'Undo', onSelect: () => void start(undo) }]
    say({ ...rest, actions: [...undoing, ...actions] })
  }

  /** `close` closes the dialog that asked for it, before the message. */
  async function start(input: Input, close?: () => void): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    let result: Result
    try {
      result = await mutation.mutateAsync(input)
    } catch (error) {
      // An open question shows it itself.
      if (!question.current) say({ tone: 'danger', ...messageOf(error) })
      return
    } finally {
      isSending.current = false
    }
    close?.()
    sayDone(result, input)
  }

  return {
    start,
    isPending: mutation.isPending,
    variables: mutation.variables,
    /** Of the last try. */
    failure: mutation.error ? textOf(messageOf(mutation.error)) : undefined,
    reset: mutation.reset,
    /** For what the dialog says that asks for it. */
    question,
  }
}

type ActionDialogProps = {
  action: Pick<ReturnType<typeof useAction>, 'isPending' | 'failure' | 'reset' | 'question'>
  title: string
  confirmLabel: string
  tone?: 'danger' | 'primary'
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before an action, and stays open while it can't be done. */
export function ActionDialog({ action, onClose, children, ...rest }: ActionDialogProps) {
  const { reset } = action
  // A question that is asked again begins without the failure of the time before.
  useEffect(() => reset, [reset])
  return (
    <ConfirmDialog open {...rest} busy={action.isPending} error={action.failure} onCancel={onClose}>
      <div className="stack" ref={action.question}>
        {children}
      </div>
    </ConfirmDialog>
  )
}
