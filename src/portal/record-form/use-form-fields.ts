import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, type FocusEvent, useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { plainLine } from '#contract/plain-text.ts'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { type FormValues, fieldsOf } from './form-values.ts'
import { useWhenReleased } from './use-when-released.ts'

interface FormFields<Field extends string, Output> {
  /** What they hold at first. */
  values: FormValues<Field>
  /** The rules that they are held to now. */
  schema: () => z.ZodMiniType<Output>
}

/** The fields of a form: what they hold, what is wrong with it, and where focus is. */
export function useFormFields<Field extends string, Output>(given: FormFields<Field, Output>) {
  const names = fieldsOf(given.values)
  const first = names[0] ?? ''
  /** How often the form began again from the top. */
  const [beginnings, setBeginnings] = useState(0)

  const resolver: Resolver<Record<string, string>, unknown, Record<string, unknown>> = (values, ...rest) => {
    const schema = given.schema() as z.ZodMiniType<Record<string, unknown>, Record<string, string>>
    return zodResolver(schema)(values, ...rest)
  }
  const form = useForm<Record<string, string>, unknown, Record<string, unknown>>({
    resolver,
    mode: 'onTouched',
    defaultValues: given.values,
  })
  const { register, handleSubmit, setValue, trigger, setError, setFocus, reset, subscribe, formState } = form

  const whenReleased = useWhenReleased()

  // Once they are drawn again.
  useEffect(() => {
    if (beginnings > 0) setFocus(first)
  }, [beginnings, first, setFocus])

  /** A field that is left is checked, and what is wrong with it said below it. */
  function registerField(field: Field) {
    const { onBlur, ...registration } = register(field as string)
    return { ...registration, onBlur: (event: FocusEvent) => whenReleased(() => void onBlur(event)) }
  }

  /** What nobody sees of a pasted text is left out. */
  function registerText(field: Field) {
    const { onChange, ...registration } = registerField(field)
    return {
      ...registration,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        rewriteTyped(event.currentTarget, plainLine)
        return onChange(event)
      },
    }
  }

  const messageAt = (field: Field) => formState.errors[field as string]?.message

  return {
    subscribe,
    reset: (values: FormValues<Field>) => reset(values),
    /** Back to the first field. */
    beginAgain: () => setBeginnings((count) => count + 1),
    /** What can be sent, once nothing is wrong. */
    submit: (send: (output: Output) => Promise<void>) => handleSubmit((output) => send(output as Output))(),
    /** What a refusal says of single fields; the first of them takes focus. */
    showMistakes(mistakes: Readonly<Record<string, string>>) {
      const wrong = names.filter((field) => mistakes[field])
      for (const field of wrong) {
        const message = mistakes[field] ?? ''
        setError(field as string, { type: 'server', message }, { shouldFocus: field === wrong[0] })
      }
    },
    register: registerField,
    /** What a text field takes. It is about another person: the browser's own address book is not asked. */
    textField: (field: Field, locked: boolean) => ({
      error: messageAt(field),
      readOnly: locked,
      autoComplete: 'off',
      ...registerText(field),
    }),
    setValue(field: Field, value: string) {
      setValue(field as string, value)
      // A check is of what stood there when it began, and may end after a newer one, where a program fills field after field
      // in one turn: the second has the last word.
      void trigger(field as string).then(() => trigger(field as string))
    },
    values: () => form.getValues() as FormValues<Field>,
    /** The value as it changes. */
    watch: (field: Field) => form.watch(field as string),
    messageAt,
    isSubmitting: formState.isSubmitting,
    isValid: formState.isValid,
  }
}
