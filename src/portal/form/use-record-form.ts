import { useEffect, useRef, useState } from 'react'
import type { KeepStateOptions } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallFailure } from '#portal/calls/call-failure.ts'
import type { DraftKey } from '#portal/drafts/drafts.ts'
import { newerRecord } from './conflicts.ts'
import { formDraft, type SendOnce } from './form-draft.ts'
import type { FormBase, FormValues } from './form-values.ts'
import { type FormError, useFormFields } from './use-form-fields.ts'

interface RecordFormOptions<Field extends string, Output, Item> {
  draftKey: DraftKey
  /** What the form starts with, if there is no draft. */
  opened: FormBase<Field>
  /** The schema may depend on what the form started with. */
  schemaFor: (base: FormValues<Field>) => z.ZodMiniType<Output>
  mode?: 'onTouched' | 'onSubmit'
  /** `version` is the one that was edited; a new record is sent by `once`. */
  save: (values: Output, version: number | undefined, once: SendOnce) => Promise<unknown>
  onSaved: () => void
  formErrorOf: (error: unknown) => FormError
  /** Turns the newer record of a conflict into the form's values; a form that adds a record has no conflicts. */
  baseOf?: (newer: Item) => FormBase<Field>
  /** The errors of single fields, where they are not those that the server names. */
  fieldErrorsOf?: (failure: CallFailure) => Readonly<Record<string, string>>
  /** Shows the conflict of a draft with a newer record at once; otherwise when it is saved. */
  asksOnOpen?: boolean
  /** Locked until the form is closed, or empty for the next record. */
  afterSave: 'locked' | 'reset'
}

/** A form about a record: kept as a draft, sent once, with a choice when two people edit at once. */
export function useRecordForm<Field extends string, Output, Item = never>(
  options: RecordFormOptions<Field, Output, Item>,
) {
  const { draftKey, opened, schemaFor, mode = 'onTouched', save, onSaved, formErrorOf } = options
  const { baseOf, fieldErrorsOf = ({ fields }) => fields, asksOnOpen = true, afterSave } = options
  const [initial] = useState(opened)
  const [draft] = useState(() => formDraft(draftKey, initial))
  const base = useRef(draft.base)
  const [restored, setRestored] = useState(draft.typed !== undefined)
  const [newer, setNewer] = useState<FormBase<Field>>()
  const [saved, setSaved] = useState(false)
  const isSaved = useRef(false)
  const fields = useFormFields<Field, Output>({
    values: base.current.values,
    typed: draft.typed,
    schema: () => schemaFor(base.current.values),
    mode,
    send,
    formErrorOf,
  })
  const { subscribe } = fields

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (!isSaved.current) draft.write(base.current, values as FormValues<Field>)
        },
      }),
    [subscribe, draft],
  )

  // In an effect, because a dialog around the form has to open first.
  useEffect(() => {
    if (asksOnOpen && isOlder(base.current, initial)) setNewer(initial)
  }, [asksOnOpen, initial])

  async function send(output: Output) {
    setRestored(false)
    try {
      await save(output, base.current.version, draft.sendOnce)
    } catch (error) {
      const current = newerRecord<Item>(error)
      if (current && baseOf) return setNewer(baseOf(current))
      fields.setFormError(formErrorOf(error))
      if (error instanceof CallFailure) fields.showFieldErrors(fieldErrorsOf(error))
      return
    }
    isSaved.current = true
    draft.drop()
    onSaved()
  }

  async function submit() {
    if (isSaved.current) return
    await fields.submit()
    if (!isSaved.current) return
    if (afterSave === 'locked') return setSaved(true)
    isSaved.current = false
    fields.reset(initial.values)
    fields.restart()
  }

  /** Makes the form an edit of `next`. */
  function rebase(next: FormBase<Field>, keep?: KeepStateOptions) {
    base.current = next
    setNewer(undefined)
    setRestored(false)
    fields.reset(next.values, keep)
  }

  /** Discards what was typed. */
  function discardFor(next: FormBase<Field>) {
    rebase(next)
    draft.drop()
    fields.restart()
  }

  /** While the form is sent, and once it is saved. */
  const locked = fields.isSubmitting || saved

  return {
    ...fields,
    draftKey,
    textField: (field: Field) => fields.textField(field, locked),
    saved,
    busy: fields.isSubmitting,
    locked,
    isValid: fields.isValid(),
    /** Whether the draft of an edit was restored. */
    restored: restored && !newer && opened.version !== undefined,
    discard: () => discardFor(opened),
    dropDraft: draft.drop,
    async submit(event?: { preventDefault: () => void }) {
      event?.preventDefault()
      await submit()
    },
    /** Another person changed the record since the form was opened. */
    conflict: newer && {
      newer,
      /** Saves the fields that were changed over the newer record. */
      keepMine(keep: KeepStateOptions = { keepDirtyValues: true }) {
        rebase(newer, keep)
        void submit()
      },
      takeNewer: () => discardFor(newer),
      close: () => setNewer(undefined),
    },
  }
}

export type RecordFormState<Field extends string> = ReturnType<typeof useRecordForm<Field, unknown>>

/** Whether a draft is based on an older version than the one that was read now. */
function isOlder(base: FormBase<string>, read: FormBase<string>): boolean {
  return base.version !== undefined && read.version !== undefined && base.version < read.version
}
