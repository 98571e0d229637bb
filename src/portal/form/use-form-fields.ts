import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, type UseFormProps, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { toSingleLine } from '#contract/plain-text.ts'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { type FormValues, fieldsOf } from './form-values.ts'

/** Why a form could not be sent, as people read it. */
export interface FormError {
  title: string
  detail?: string | undefined
}

type Values = Record<string, string>

/** What a form is doing. Once it is saved it stays locked, unless it is reset for the next record. */
interface FormState<Newer> {
  status: 'editing' | 'sending' | 'saved' | 'conflict' | 'failed'
  /** Why it failed, unless that is shown beside a field. */
  error?: FormError | undefined
  /** What it is in conflict with. */
  newer?: Newer
}

interface FieldsOptions<Field extends string, Output, Newer>
  extends Pick<UseFormProps<Values>, 'mode' | 'reValidateMode'> {
  values: FormValues<Field>
  schema: () => z.ZodMiniType<Output>
  send: (output: Output) => Promise<unknown>
  /** What the form is in conflict with when `send` fails, if that is why. */
  conflictOf?: (error: unknown) => Newer | undefined
  /** The error to show when `send` fails; undefined if it is shown beside a field. */
  formErrorOf: (error: unknown) => FormError | undefined
  /** Why the earlier form failed that this one replaces. */
  error?: FormError | undefined
  /** The first field takes focus when the form opens. */
  takesFocus?: true
}

/** The fields of any form, on react-hook-form: texts that a schema checks and that are sent once. */
export function useFormFields<Field extends string, Output, Newer = never>(
  options: FieldsOptions<Field, Output, Newer>,
) {
  const { values: defaultValues, schema, send, conflictOf, formErrorOf, error, takesFocus } = options
  const { mode = 'onSubmit', reValidateMode = 'onChange' } = options
  const names = fieldsOf(defaultValues)
  const form = useForm<Values, unknown, Record<string, unknown>>({
    resolver: async (values) => check(schema(), values),
    defaultValues,
    mode,
    reValidateMode,
  })
  const { errors } = form.formState
  const [state, setState] = useState<FormState<Newer>>({ status: error ? 'failed' : 'editing', error })
  const locked = state.status === 'sending' || state.status === 'saved'
  const [restarts, setRestarts] = useState(takesFocus ? 1 : 0)
  const afterPointerUp = useAfterPointerUp()
  const first = names[0] ?? ''
  const { setFocus } = form

  // In an effect, once the fields are rendered again.
  useEffect(() => {
    if (restarts > 0) setFocus(first)
  }, [restarts, first, setFocus])

  /** Returns whether it was saved. */
  async function submit(event?: FormEvent): Promise<boolean> {
    event?.preventDefault()
    if (locked) return false
    // At once, so that a second Enter finds the form locked.
    flushSync(() => setState({ status: 'sending' }))
    let next: FormState<Newer> = { status: 'editing' }
    await form.handleSubmit(async (output) => {
      try {
        await send(output as Output)
        next = { status: 'saved' }
      } catch (failure) {
        const newer = conflictOf?.(failure)
        next = newer ? { status: 'conflict', newer } : { status: 'failed', error: formErrorOf(failure) }
      }
    })()
    setState(next)
    return next.status === 'saved'
  }

  /** A field is validated when it is left. */
  function register(field: Field) {
    const { onBlur, ...registration } = form.register(field as string)
    return { ...registration, onBlur: (event: FocusEvent) => afterPointerUp(() => void onBlur(event)) }
  }

  const messageAt = (field: Field) => errors[field as string]?.message

  return {
    subscribe: form.subscribe,
    status: state.status,
    formError: state.error,
    newer: state.newer,
    setState,
    /** While the form is sent, and once it is saved. */
    locked,
    reset(values: FormValues<Field>) {
      setState({ status: 'editing' })
      form.reset(values)
    },
    /** Back to the first field. */
    restart: () => setRestarts((count) => count + 1),
    focus: (field: Field) => setFocus(field as string),
    submit,
    /** Shows the server's errors of single fields; the first of them takes focus. */
    showFieldErrors(messages: Readonly<Record<string, string>>): undefined {
      const wrong = names.filter((field) => messages[field])
      for (const field of wrong) {
        const message = messages[field] ?? ''
        form.setError(field as string, { type: 'server', message }, { shouldFocus: field === wrong[0] })
      }
    },
    register,
    /** The props of a field that is not part of a record: a password, an account's email. */
    plainField: (field: Field) => ({ error: messageAt(field), ...register(field) }),
    /** The props of a text field about another person, which the browser must not fill in. */
    textField(field: Field) {
      const { onChange, ...registration } = register(field)
      return {
        error: messageAt(field),
        readOnly: locked,
        autoComplete: 'off',
        ...registration,
        /** Invisible characters of a pasted text are left out. */
        onChange(event: ChangeEvent<HTMLInputElement>) {
          rewriteTyped(event.currentTarget, toSingleLine)
          return onChange(event)
        },
      }
    },
    setValue: (field: Field, value: string) => form.setValue(field as string, value, { shouldDirty: true }),
    clearErrors() {
      if (state.status === 'failed') setState({ status: 'editing' })
      form.clearErrors()
    },
    values: () => form.getValues() as FormValues<Field>,
    /** The value as it changes. */
    watch: (field: Field) => form.watch(field as string),
    messageAt,
    /** From the current values: a validation of react-hook-form may end after a newer one. */
    isValid: () => schema().safeParse(form.watch()).success && Object.keys(errors).length === 0,
  }
}

/** What react-hook-form wants of a resolver. A field shows the first of its mistakes. */
function check(schema: z.ZodMiniType, values: Values) {
  const { data, error } = schema.safeParse(values)
  if (!error) return { values: data as Record<string, unknown>, errors: {} }
  const errors: FieldErrors<Values> = {}
  for (const { path, code, message } of error.issues) errors[String(path[0])] ??= { type: code, message }
  return { values: {}, errors }
}

/**
 * Does something now or, while a pointer is down, after its click: an error message that appears in between would move the
 * button away from under the pointer.
 */
function useAfterPointerUp(): (work: () => void) => void {
  /** While a pointer is down. */
  const waiting = useRef<(() => void)[]>(undefined)

  useEffect(() => {
    const unmounted = new AbortController()
    const options = { capture: true, signal: unmounted.signal }

    function press() {
      waiting.current ??= []
    }

    function release() {
      const { current = [] } = waiting
      waiting.current = undefined
      // The click follows in the same turn.
      setTimeout(() => {
        if (!unmounted.signal.aborted) for (const work of current) work()
      })
    }

    addEventListener('pointerdown', press, options)
    for (const event of ['pointerup', 'pointercancel']) addEventListener(event, release, options)
    return () => unmounted.abort()
  }, [])

  return (work) => {
    if (waiting.current) waiting.current.push(work)
    else work()
  }
}
