import { type ComponentType, useEffect, useState } from 'react'
import { call } from '#portal/calls/call.ts'
import { setConfirmer } from '#portal/calls/confirmation.ts'
import type { ConfirmationProps } from './confirm-password-dialog.tsx'
import { providerName } from './provider.ts'

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
        const loading = [
          import('./confirm-password-dialog.tsx'),
          call('GET /auth/two-step', {}),
          providerName() ? call('GET /auth/organization', {}) : undefined,
        ] as const
        const loaded = await Promise.all(loading).catch(() => undefined)
        if (!loaded) return false
        const [{ ConfirmPasswordDialog: Dialog }, { isOn: needsCode }, account] = loaded
        const ways = {
          needsCode,
          hasPassword: account?.hasPassword ?? true,
          isLinked: account?.isLinked ?? false,
        }
        return await new Promise<boolean>((answer) => setQuestion({ Dialog, needed, ...ways, answer }))
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
