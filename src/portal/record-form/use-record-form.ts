import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { type DraftSubject, draftKey } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { formDraft } from './form-draft.ts'
import { type Conflict, conflictWith, type FormBase, type FormValues, merged } from './form-values.ts'
import { newerRecord } from './newer-record.ts'
import { useFormFields } from './use-form-fields.ts'

interface FormPurpose<Field extends string, Output, Item> {
  subject: DraftSubject
  /** What the form begins with, if no draft is left. */
  opened: FormBase<Field>
  /** The rules, which may depend on what the form began with. */
  schemaFor: (base: FormValues<Field>) => z.ZodMiniType<Output>
  /** `version` is the one that the edit was made from. */
  save: (values: Output, version: number | undefined) => Promise<unknown>
  onSaved: () => void
  /** How the newer record that a refusal carries is edited; a form that adds a record gets none. */
  baseOf?: (newer: Item) => FormBase<Field>
  /** What a refusal says about single fields, where it isn't what the server names by itself. */
  mistakesIn?: (failure: CallFailure) => Readonly<Record<string, string>>
  /** What becomes of the form once it is saved: locked until it goes, or empty for the next record. */
  onceSaved: 'locked' | 'begins-anew'
}

/**
 * The state of a form about a record: typed values kept as a draft, sent once, refusals beside their fields, and the way
 * out when two people edit at once.
 */
export function useRecordForm<Field extends string, Output, Item = never>(
  purpose: FormPurpose<Field, Output, Item>,
) {
  const { opened, schemaFor, save, onSaved, baseOf, onceSaved } = purpose
  const { mistakesIn = ({ fields }) => fields } = purpose
  const key = draftKey(useSession().sub, purpose.subject)
  const [begun] = useState(opened)
  const draft = useMemo(() => formDraft(key, begun.values), [key, begun])
  const [kept] = useState(draft.read)
  const base = useRef(kept?.base ?? begun)
  const [restored, setRestored] = useState(kept !== undefined)
  const [conflict, setConflict] = useState(() => conflictWith(base.current, begun))
  const [refusal, setRefusal] = useState<unknown>()
  const [saved, setSaved] = useState(false)
  // State is a render behind a second Enter and the last letter typed; this is not.
  const stage = useRef<'typing' | 'sending' | 'saved'>('typing')
  const fields = useFormFields<Field, Output>({
    values: kept?.values ?? base.current.values,
    schema: () => schemaFor(base.current.values),
  })
  const { subscribe, register, setValue, values, watch, messageAt, isSubmitting, isValid } = fields

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => {
          if (stage.current === 'typing')
            draft.write({ base: base.current, values: typed as FormValues<Field> })
        },
      }),
    [subscribe, draft],
  )

  async function send(output: Output) {
    setRefusal(undefined)
    setRestored(false)
    try {
      await save(output, base.current.version)
    } catch (error) {
      const newer = newerRecord<Item>(error)
      return refuse(error, newer && baseOf?.(newer))
    }
    stage.current = 'saved'
    draft.drop()
    onSaved()
  }

  function refuse(error: unknown, newer: FormBase<Field> | undefined) {
    if (newer) return setConflict({ base: base.current.values, newer })
    setRefusal(error)
    if (error instanceof CallFailure) fields.showMistakes(mistakesIn(error))
  }

  async function submit() {
    if (stage.current !== 'typing') return
    stage.current = 'sending'
    await fields.submit(send)
    const wasSaved = (stage.current as string) === 'saved'
    if (wasSaved && onceSaved === 'locked') return setSaved(true)
    stage.current = 'typing'
    if (wasSaved) beginAnew()
  }

  function beginAnew() {
    base.current = begun
    fields.reset(begun.values)
    fields.beginAgain()
  }

  /** From here on the form is an edit of `newer`. */
  function goOnFrom(newer: FormBase<Field>, next: FormValues<Field>) {
    base.current = newer
    setConflict(undefined)
    setRefusal(undefined)
    setRestored(false)
    fields.reset(next)
  }

  /** Gives up what was typed. */
  function takeNewer({ newer }: Pick<Conflict<Field>, 'newer'>) {
    goOnFrom(newer, newer.values)
    draft.drop()
    fields.beginAgain()
  }

  /** While it is sent, and once it is saved, nothing changes any more. */
  const locked = isSubmitting || saved

  return {
    register,
    textField: (field: Field) => fields.textField(field, locked),
    setValue,
    values,
    watch,
    messageAt,
    /** Why the last attempt failed. */
    refusal,
    saved,
    busy: isSubmitting,
    locked,
    isValid,
    /** What was left unsaved of an edit is back. */
    restored: restored && !conflict && opened.version !== undefined,
    discard: () => takeNewer({ newer: opened }),
    conflict,
    dropDraft: draft.drop,
    /** In a conflict this saves what was typed, over the newer record. */
    async submit(event: FormEvent) {
      event.preventDefault()
      if (conflict) goOnFrom(conflict.newer, merged(conflict.base, values(), conflict.newer.values))
      await submit()
    },
    takeNewer,
  }
}

export type RecordFormState<Field extends string> = ReturnType<typeof useRecordForm<Field, unknown>>
