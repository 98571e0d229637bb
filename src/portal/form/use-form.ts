import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldErrors } from '#contract/endpoint.ts'
import { toSingleLine } from '#contract/plain-text.ts'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { type FormValues, fieldsOf } from './form-values.ts'

/** Why a form could not be sent, as people read it. */
export interface FormError {
  title: string
  detail?: string | undefined
}

/** What a form shows after a failed try: a message of its own, messages beside fields, or both. */
export interface FormFailure extends Partial<FormError> {
  fields?: FieldErrors
}

interface FormOptions<Field extends string, Output> {
  values: FormValues<Field>
  schema: () => z.ZodMiniType<Output>
  /** Asks before it is sent, while the form is locked already; false leaves the form as it is. */
  ask?: ((output: Output) => Promise<boolean>) | undefined
  send: (output: Output) => Promise<unknown>
  failureOf: (error: unknown) => FormFailure
  /** Shows what is wrong with a field once it was left, instead of after the first try to send. */
  checksLeftFields?: boolean
  onChange?: (values: FormValues<Field>) => void
  /** Why the earlier form failed that this one replaces. */
  error?: FormError | undefined
  /** The first field takes focus when the form opens. */
  takesFocus?: boolean | undefined
}

/**
 * The state of any form: texts that a schema checks and that are sent once. No error is stored: each is what the schema says of
 * the texts now or, for as long as the same would be sent again, what the server answered last.
 */
export function useForm<Field extends string, Output>(options: FormOptions<Field, Output>) {
  const { schema, ask, send, failureOf, checksLeftFields = false, onChange, error, takesFocus } = options
  const [values, setValues] = useState(options.values)
  const names = fieldsOf(values)
  const [touched, setTouched] = useState<readonly Field[]>([])
  /** Once it is saved the form stays locked, unless it is reset for the next record. */
  const [status, setStatus] = useState<'editing' | 'sending' | 'saved'>('editing')
  const locked = status !== 'editing'
  const [answer, setAnswer] = useState<FormFailure & { about?: string }>({ ...error })
  const [focused, setFocused] = useState(takesFocus ? { field: names[0] } : undefined)
  // What two events before the next rendering have to know.
  const latest = useRef({ values, locked })
  const elements = useRef(new Map<Field | undefined, HTMLElement>())
  const afterPointerUp = useAfterPointerUp()

  // In an effect: the field may be in a part that opens for its error, or behind a dialog that closes.
  useEffect(() => {
    if (focused) elements.current.get(focused.field)?.focus()
  }, [focused])

  const { data, error: invalid } = schema().safeParse(values)
  const mistakes = invalid ? firstMessages(invalid) : {}
  const isAnswered = answer.fields && !invalid && answer.about === JSON.stringify(data)
  const refused: FieldErrors = (isAnswered && answer.fields) || {}

  const messageAt = (field: Field): string | undefined =>
    (touched.includes(field) ? mistakes[field] : undefined) ?? refused[field]

  function change(next: FormValues<Field>) {
    latest.current.values = next
    setValues(next)
    onChange?.(next)
  }

  function setValue(field: Field, value: string) {
    const { values, locked } = latest.current
    if (!locked && value !== values[field]) change({ ...values, [field]: value })
  }

  function proceed(next: typeof status) {
    latest.current.locked = next !== 'editing'
    setStatus(next)
  }

  const focus = (field: Field | undefined) => setFocused({ field })

  /** Returns whether it was saved. */
  async function submit(event?: FormEvent): Promise<boolean> {
    event?.preventDefault()
    if (latest.current.locked) return false
    setTouched(names)
    setAnswer({})
    const { data: output, error: invalid } = schema().safeParse(latest.current.values)
    if (invalid) {
      const wrong = firstMessages(invalid)
      focus(names.find((field) => wrong[field]))
      return false
    }
    proceed('sending')
    try {
      const isWanted = ask === undefined || (await ask(output))
      if (isWanted) await send(output)
      proceed(isWanted ? 'saved' : 'editing')
      return isWanted
    } catch (error) {
      const failure = failureOf(error)
      proceed('editing')
      setAnswer({ ...failure, about: JSON.stringify(output) })
      const wrong = names.find((field) => failure.fields?.[field])
      if (wrong) focus(wrong)
      return false
    }
  }

  /** The props of a field. */
  function field(name: Field) {
    return {
      name: name as string,
      value: values[name],
      error: messageAt(name),
      readOnly: locked,
      ref(element: HTMLElement | null) {
        if (element) elements.current.set(name, element)
        return () => void elements.current.delete(name)
      },
      onChange: ({ currentTarget }: ChangeEvent<FieldElement>) => setValue(name, currentTarget.value),
      onBlur(_: FocusEvent) {
        if (checksLeftFields) afterPointerUp(() => setTouched((fields) => [...new Set(fields).add(name)]))
      },
    }
  }

  return {
    values,
    status,
    /** While the form is sent, and once it is saved. */
    locked,
    isValid: !invalid && !names.some((name) => refused[name]),
    /** What the last try failed with, unless that is shown beside a field. */
    formError: answer.title === undefined ? undefined : (answer as FormError),
    messageAt,
    setValue,
    submit,
    focus,
    field,
    /** The props of a text about another person: the browser must not fill it in, and pasted text loses invisible characters. */
    textField(name: Field) {
      const { onChange, ...rest } = field(name)
      return {
        ...rest,
        autoComplete: 'off',
        onChange(event: ChangeEvent<HTMLInputElement>) {
          rewriteTyped(event.currentTarget, toSingleLine)
          onChange(event)
        },
      }
    },
    /** Begins again with other values. */
    reset(next: FormValues<Field>) {
      proceed('editing')
      setTouched([])
      setAnswer({})
      change(next)
    },
  }
}

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A field shows the first of its mistakes. */
function firstMessages({ issues }: z.core.$ZodError): FieldErrors {
  const messages = issues.toReversed().map(({ path, message }) => [String(path[0]), message])
  return Object.fromEntries(messages)
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
