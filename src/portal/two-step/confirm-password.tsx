import { type ComponentType, useEffect, useState } from 'react'
import { setConfirmer } from '#portal/calls/confirmation.ts'
import type { ConfirmationProps } from './confirm-password-dialog.tsx'

type Question = Omit<ConfirmationProps, 'onFinish'> & {
  Dialog: ComponentType<ConfirmationProps>
  answer: (isConfirmed: boolean) => void
}

/** Asks for the password, and the code of an account that has one, when a call needs it (docs/product.md 83). */
export function ConfirmPassword() {
  const [question, setQuestion] = useState<Question>()

  useEffect(
    () =>
      setConfirmer(async (needed) => {
        try {
          const { ConfirmPasswordDialog: Dialog, readWays } = await import('./confirm-password-dialog.tsx')
          const ways = await readWays()
          return await new Promise<boolean>((answer) => setQuestion({ Dialog, needed, ...ways, answer }))
        } catch {
          return false
        }
      }),
    [],
  )

  if (!question) return null
  const { Dialog, answer, ...rest } = question
  return (
    <Dialog
      {...rest}
      onFinish={(isConfirmed) => {
        setQuestion(undefined)
        answer(isConfirmed)
      }}
    />
  )
}
