import { type ComponentType, useEffect, useState } from 'react'
import { setConfirmer } from '#portal/calls/confirmation.ts'
import type { ConfirmationProps } from './confirm-password-dialog.tsx'

type Question = Omit<ConfirmationProps, 'onFinish'> & {
  Dialog: ComponentType<ConfirmationProps>
  answer: (isConfirmed: boolean) => void
}

/** Asks for the password when a call needs it (docs/product.md 83). The dialog is loaded when it is needed. */
export function ConfirmPassword() {
  const [question, setQuestion] = useState<Question>()

  useEffect(
    () =>
      setConfirmer(async (call) => {
        const loaded = await import('./confirm-password-dialog.tsx').catch(() => undefined)
        if (!loaded) return false
        return await new Promise<boolean>((answer) =>
          setQuestion({ Dialog: loaded.ConfirmPasswordDialog, call, answer }),
        )
      }),
    [],
  )

  if (!question) return null
  const { Dialog, call, answer } = question
  return (
    <Dialog
      call={call}
      onFinish={(isConfirmed) => {
        setQuestion(undefined)
        answer(isConfirmed)
      }}
    />
  )
}
