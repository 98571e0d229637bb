import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { type KeepStateOptions, type Resolver, type UseFormProps, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { plainLine } from '#contract/plain-text.ts'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { type FormValues, fieldsOf } from './form-values.ts'

/** Why a form was not sent, as people read it; `code` is for the form that says more. */
export interface Refusal {
  title: string
  detail?: string | undefined
  code?: string
}

type Values = Record<string, string>

interface FieldsOptions<Field extends string, Output>
  extends Pick<UseFormProps<Values>, 'mode' | 'reValidateMode'> {
  values: FormValues<Field>
  /** What a draft holds instead. */
  typed?: FormValues<Field> | undefined
  schema: () => z.ZodMiniType<Output>
  send: (output: Output) => Promise<unknown>
  /** What is said when `send` fails; undefined if it is said beside a field. */
  refusalOf: (error: unknown) => Refusal | undefined
}

/** The fields of any form, on react-hook-form: texts that are checked by a schema and sent once. */
export function useFormFields<Field extends string, Output>(options: FieldsOptions<Field, Output>) {
  const { values: defaultValues, typed, schema, send, refusalOf, mode, reValidateMode } = options
  const names = fieldsOf(defaultValues)
  const resolver: Resolver<Values, unknown, Record<string, unknown>> = (values, ...rest) =>
    zodResolver(schema() as z.ZodMiniType<Record<string, unknown>, Values>)(values, ...rest)
  const form = useForm<Values, unknown, Record<string, unknown>>({
    resolver,
    defaultValues,
    ...(mode && { mode }),
    ...(reValidateMode && { reValidateMode }),
  })
  useState(() => typed && form.reset(typed, { keepDefaultValues: true }))
  const { errors, dirtyFields, isDirty, isSubmitting, isSubmitSuccessful } = form.formState
  const isSending = useRef(false)
  const [restarts, setRestarts] = useState(0)
  const afterPointerUp = useAfterPointerUp()
  const first = names[0] ?? ''
  const { setFocus } = form

  // Once they are drawn again.
  useEffect(() => {
    if (restarts > 0) setFocus(first)
  }, [restarts, first, setFocus])

  function refuse({ title, detail, code = 'refused' }: Refusal) {
    form.setError('root', { type: code, message: title })
    if (detail) form.setError('root.detail', { message: detail })
  }

  async function sendOnce(output: Output) {
    try {
      await send(output)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) refuse(refusal)
    }
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    // State is a render behind a second Enter; this is not.
    if (isSending.current) return
    isSending.current = true
    await form.handleSubmit((output) => sendOnce(output as Output))()
    isSending.current = false
  }

  /** A field that is left is checked, and what is wrong with it said below it. */
  function register(field: Field) {
    const { onBlur, ...registration } = form.register(field as string)
    return { ...registration, onBlur: (event: FocusEvent) => afterPointerUp(() => void onBlur(event)) }
  }

  const messageAt = (field: Field) => errors[field as string]?.message
  const detail = errors.root?.detail as { message?: string } | undefined
  const { root, ...fieldErrors } = errors

  return {
    subscribe: form.subscribe,
    reset: (values: FormValues<Field>, keep?: KeepStateOptions) => form.reset(values, keep),
    /** Back to the first field. */
    restart: () => setRestarts((count) => count + 1),
    focus: (field: Field) => setFocus(field as string),
    submit,
    refuse,
    /** A new object for each refusal. */
    refused: root,
    refusal: root && { title: root.message ?? '', detail: detail?.message, code: String(root.type) },
    /** What the server says of single fields; the first of them takes focus. */
    showFieldErrors(messages: Readonly<Record<string, string>>): undefined {
      const wrong = names.filter((field) => messages[field])
      for (const field of wrong) {
        const message = messages[field] ?? ''
        form.setError(field as string, { type: 'server', message }, { shouldFocus: field === wrong[0] })
      }
    },
    register,
    /** What a field takes that is no text about a record: a password, an account's address. */
    plainField: (field: Field) => ({ error: messageAt(field), ...register(field) }),
    /** What a text field takes. It is about another person: the browser's own address book is not asked. */
    textField(field: Field, locked: boolean) {
      const { onChange, ...registration } = register(field)
      return {
        error: messageAt(field),
        readOnly: locked,
        autoComplete: 'off',
        ...registration,
        /** What nobody sees of a pasted text is left out. */
        onChange(event: ChangeEvent<HTMLInputElement>) {
          rewriteTyped(event.currentTarget, plainLine)
          return onChange(event)
        },
      }
    },
    setValue: (field: Field, value: string) => form.setValue(field as string, value, { shouldDirty: true }),
    clearErrors: () => form.clearErrors(),
    values: () => form.getValues() as FormValues<Field>,
    /** The value as it changes. */
    watch: (field: Field) => form.watch(field as string),
    messageAt,
    isChanged: (field: Field) => dirtyFields[field as string] === true,
    isDirty,
    isSubmitting,
    isSubmitSuccessful,
    /** Read from what is typed: a check of react-hook-form may end after a newer one. */
    isValid: () => schema().safeParse(form.watch()).success && Object.keys(fieldErrors).length === 0,
  }
}

/**
 * Does something now or, while a mouse button or a finger is down, once it is up and what it pressed has been clicked: a
 * message that comes in between would move the button away from under it.
 */
function useAfterPointerUp(): (work: () => void) => void {
  const isDown = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    const unmounted = new AbortController()
    const options = { capture: true, signal: unmounted.signal }

    function press() {
      isDown.current = true
    }

    function release() {
      isDown.current = false
      // The click follows in the same turn.
      setTimeout(() => {
        for (const work of waiting.current.splice(0)) work()
      })
    }

    addEventListener('pointerdown', press, options)
    for (const event of ['pointerup', 'pointercancel']) addEventListener(event, release, options)
    return () => {
      unmounted.abort()
      waiting.current = []
    }
  }, [])

  return (work) => {
    if (isDown.current) waiting.current.push(work)
    else work()
  }
}
