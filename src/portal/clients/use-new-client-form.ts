import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ClientForm } from '#contract/clients/schema.ts'
import { useSession } from '#portal/session/area-guard.tsx'
import { CallFailure, sentenceOf } from '#portal/session/call-failure.ts'
import { newClientDraft } from './new-client-draft.ts'
import { newClientSchema } from './new-client-schema.ts'
import { plainPhone } from './plain-phone.ts'

/** The state of the form: typed values kept as a draft, sent once, refusals beside their fields (§5, decision 52). */
export function useNewClientForm(save: (client: ClientForm) => Promise<void>) {
  const { sub } = useSession()
  const draft = useMemo(() => newClientDraft(sub), [sub])
  const [refusal, setRefusal] = useState<string>()
  const [saved, setSaved] = useState(false)
  // State is a render behind a second Enter and the last letter typed; this is not.
  const stage = useRef<'typing' | 'sending' | 'saved'>('typing')
  const { register, handleSubmit, getValues, setValue, setError, subscribe, formState } = useForm<ClientForm>(
    {
      resolver: zodResolver(newClientSchema),
      mode: 'onTouched',
      defaultValues: draft.read(),
    },
  )

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (stage.current === 'typing') draft.write(values)
        },
      }),
    [subscribe, draft],
  )

  const send = handleSubmit(async (client) => {
    setRefusal(undefined)
    try {
      await save(client)
      stage.current = 'saved'
      draft.drop()
      setSaved(true)
    } catch (error) {
      setRefusal(sentenceOf(error))
      if (error instanceof CallFailure) showMistakes(error)
    }
  })

  function showMistakes({ fields }: CallFailure) {
    const known = Object.entries(fields).filter(([name]) => name in newClientSchema.shape)
    for (const [index, [name, message]] of known.entries()) {
      setError(name as keyof ClientForm, { type: 'server', message }, { shouldFocus: index === 0 })
    }
  }

  return {
    register,
    getValues,
    /** A number as it is written on paper or in a message becomes one of digits alone. */
    tidyPhone() {
      const typed = getValues('phone') ?? ''
      if (plainPhone(typed) !== typed) setValue('phone', plainPhone(typed), { shouldValidate: true })
    },
    errors: formState.errors,
    refusal,
    saved,
    busy: formState.isSubmitting,
    /** While it is sent, and once it is saved, nothing changes any more. */
    locked: formState.isSubmitting || saved,
    isValid: formState.isValid,
    dropDraft: draft.drop,
    async submit(event: FormEvent) {
      event.preventDefault()
      if (stage.current !== 'typing') return
      stage.current = 'sending'
      await send().finally(() => {
        if (stage.current === 'sending') stage.current = 'typing'
      })
    },
  }
}

export type NewClientForm = ReturnType<typeof useNewClientForm>
