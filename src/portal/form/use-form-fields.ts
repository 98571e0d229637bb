import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type KeepStateOptions, type UseFormProps, useForm } from 'react-hook-form'
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

interface FieldsOptions<Field extends string, Output>
  extends Pick<UseFormProps<Values>, 'mode' | 'reValidateMode'> {
  values: FormValues<Field>
  /** From a draft. */
  typed?: FormValues<Field> | undefined
  schema: () => z.ZodMiniType<Output>
  send: (output: Output) => Promise<unknown>
  /** The error to show when `send` fails; undefined if it is shown beside a field. */
  formErrorOf: (error: unknown) => FormError | undefined
}

/** The fields of any form, on react-hook-form: texts that a schema checks and that are sent once. */
export function useFormFields<Field extends string, Output>(options: FieldsOptions<Field, Output>) {
  const { values: defaultValues, typed, schema, send, formErrorOf, mode, reValidateMode } = options
  const names = fieldsOf(defaultValues)
  const form = useForm<Values, unknown, Record<string, unknown>>({
    resolver: async (values) => check(schema(), values),
    defaultValues,
    ...(mode && { mode }),
    ...(reValidateMode && { reValidateMode }),
  })
  useState(() => typed && form.reset(typed, { keepDefaultValues: true }))
  // Reading `isDirty` makes react-hook-form render again once a restored draft has changed fields.
  const { errors, dirtyFields, isDirty, isSubmitting, isSubmitSuccessful } = form.formState
  const [formError, setFormError] = useState<FormError>()
  const isSending = useRef(false)
  const [restarts, setRestarts] = useState(0)
  const afterPointerUp = useAfterPointerUp()
  const first = names[0] ?? ''
  const { setFocus } = form

  // In an effect, once the fields are rendered again.
  useEffect(() => {
    if (restarts > 0) setFocus(first)
  }, [restarts, first, setFocus])

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    // State would be a render behind a second Enter.
    if (isSending.current) return
    isSending.current = true
    setFormError(undefined)
    await form.handleSubmit(async (output) => {
      try {
        await send(output as Output)
      } catch (error) {
        setFormError(formErrorOf(error))
      }
    })()
    isSending.current = false
  }

  /** A field is validated when it is left. */
  function register(field: Field) {
    const { onBlur, ...registration } = form.register(field as string)
    return { ...registration, onBlur: (event: FocusEvent) => afterPointerUp(() => void onBlur(event)) }
  }

  const messageAt = (field: Field) => errors[field as string]?.message

  return {
    subscribe: form.subscribe,
    reset(values: FormValues<Field>, keep?: KeepStateOptions) {
      setFormError(undefined)
      form.reset(values, keep)
    },
    /** Back to the first field. */
    restart: () => setRestarts((count) => count + 1),
    focus: (field: Field) => setFocus(field as string),
    submit,
    formError,
    setFormError,
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
    textField(field: Field, locked: boolean) {
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
      setFormError(undefined)
      form.clearErrors()
    },
    values: () => form.getValues() as FormValues<Field>,
    /** The value as it changes. */
    watch: (field: Field) => form.watch(field as string),
    messageAt,
    isChanged: (field: Field) => dirtyFields[field as string] === true,
    isDirty,
    isSubmitting,
    isSubmitSuccessful,
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
