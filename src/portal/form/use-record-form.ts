import { type FormEvent, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { CallFailure } from '#portal/calls/call-failure.ts'
import type { DraftKey } from '#portal/drafts/drafts.ts'
import { newerRecord } from './conflicts.ts'
import { formDraft, type SendOnce } from './form-draft.ts'
import { type FormBase, type FormValues, fieldsOf } from './form-values.ts'
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
  const [draft] = useState(() => formDraft(draftKey, opened))
  const fields = useFormFields<Field, Output, FormBase<Field>>({
    values: draft.typed ?? draft.base.values,
    schema: () => schemaFor(draft.base.values),
    mode,
    send,
    conflictOf(error) {
      const current = newerRecord<Item>(error)
      const base = current && baseOf?.(current)
      return base && { ...base, changed: error instanceof CallFailure ? error.changed : undefined }
    },
    formErrorOf(error) {
      if (error instanceof CallFailure) fields.showFieldErrors(fieldErrorsOf(error))
      return formErrorOf(error)
    },
  })
  const { status, newer, setState, subscribe } = fields

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => draft.write(values as FormValues<Field>),
      }),
    [subscribe, draft],
  )

  // In an effect, because a dialog around the form has to open first.
  useEffect(() => {
    if (asksOnOpen && draft.newer) setState({ status: 'conflict', newer: draft.newer })
  }, [asksOnOpen, draft, setState])

  async function send(output: Output) {
    await save(output, draft.base.version, draft.sendOnce)
    draft.drop()
    onSaved()
  }

  async function submit(event?: FormEvent) {
    if ((await fields.submit(event)) && afterSave === 'reset') restartFrom(opened)
  }

  /** Makes the form an edit of `next`. */
  function rebase(next: FormBase<Field>, values = next.values) {
    draft.rebase(next)
    fields.reset(values)
  }

  /** Without what was typed. */
  function restartFrom(next: FormBase<Field>) {
    rebase(next)
    fields.restart()
  }

  const isChanged = (field: Field) => fields.watch(field) !== draft.base.values[field]

  return {
    ...fields,
    draftKey,
    isChanged,
    isValid: fields.isValid(),
    /** Whether the draft of an edit was restored and is not sent yet. */
    restored: status === 'editing' && draft.typed !== undefined && opened.version !== undefined,
    discard: () => restartFrom(opened),
    dropDraft: draft.drop,
    submit,
    /** Another person changed the record since the form was opened. */
    conflict: newer && {
      newer,
      /** Saves over the newer record: what was changed, or everything. */
      keepMine(everything = false) {
        const values = fields.values()
        for (const field of fieldsOf(values))
          if (!everything && !isChanged(field)) values[field] = newer.values[field]
        rebase(newer, values)
        void submit()
      },
      takeNewer: () => restartFrom(newer),
      close: () => setState({ status: 'editing' }),
    },
  }
}

export type RecordFormState<Field extends string> = ReturnType<typeof useRecordForm<Field, unknown>>
