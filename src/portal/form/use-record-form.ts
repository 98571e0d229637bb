import { type FormEvent, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldErrors } from '#contract/endpoint.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { newerRecord } from './conflicts.ts'
import { formDraft, type SendOnce } from './form-draft.ts'
import { type FormBase, type FormValues, fieldsOf } from './form-values.ts'
import { type FormError, useForm } from './use-form.ts'

interface RecordFormOptions<Field extends string, Output, Item> {
  draft: PageDraft
  /** What the form starts with, if there is no draft. */
  opened: FormBase<Field>
  /** The schema may depend on what the form started with. */
  schemaFor: (base: FormValues<Field>) => z.ZodMiniType<Output>
  checksLeftFields?: boolean
  /** Asks before the record is sent; false leaves the form as it is. */
  ask?: ((values: Output) => Promise<boolean>) | undefined
  /** `version` is the one that was edited; a new record is sent by `once`. */
  save: (values: Output, version: number | undefined, once: SendOnce) => Promise<unknown>
  onSaved: () => void
  formErrorOf: (error: unknown) => FormError
  /** Turns the newer record of a conflict into the form's values; a form that adds a record has no conflicts. */
  baseOf?: (newer: Item) => FormBase<Field>
  /** The errors of single fields, where they are not those that the server names. */
  fieldErrorsOf?: (failure: CallFailure) => FieldErrors
  /** Shows the conflict of a draft with a newer record at once; otherwise when it is saved. */
  asksOnOpen?: boolean
  /** The first field takes focus when the form opens. */
  takesFocus?: boolean | undefined
  /** Locked until the form is closed, or empty for the next record. */
  afterSave: 'locked' | 'reset'
}

/** A form about a record: kept as a draft, sent once, with a choice when two people edit at once. */
export function useRecordForm<Field extends string, Output, Item = never>(
  options: RecordFormOptions<Field, Output, Item>,
) {
  const { draft, opened, schemaFor, checksLeftFields = true, ask, save, onSaved, formErrorOf } = options
  const { baseOf, fieldErrorsOf = ({ fields }) => fields, asksOnOpen = true, takesFocus, afterSave } = options
  const [kept] = useState(() => formDraft(draft, opened))
  /** The record that another person has saved since the form was opened. */
  const [newer, setNewer] = useState<FormBase<Field>>()
  const form = useForm<Field, Output>({
    values: kept.typed ?? kept.base.values,
    schema: () => schemaFor(kept.base.values),
    checksLeftFields,
    takesFocus,
    ask,
    async send(output) {
      await save(output, kept.base.version, kept.sendOnce)
      kept.drop()
      onSaved()
    },
    failureOf(error) {
      if (!(error instanceof CallFailure)) return formErrorOf(error)
      const current = newerRecord<Item>(error)
      if (!current || !baseOf) return { ...formErrorOf(error), fields: fieldErrorsOf(error) }
      setNewer({ ...baseOf(current), changed: error.changed })
      return {}
    },
    onChange: kept.write,
  })
  const { values } = form

  // In an effect, because a dialog around the form has to open first.
  useEffect(() => {
    if (asksOnOpen && kept.newer) setNewer(kept.newer)
  }, [asksOnOpen, kept])

  async function submit(event?: FormEvent) {
    if ((await form.submit(event)) && afterSave === 'reset') restartFrom(opened)
  }

  /** Makes the form an edit of `next`. */
  function rebase(next: FormBase<Field>, values = next.values) {
    setNewer(undefined)
    kept.rebase(next)
    form.reset(values)
  }

  /** Without what was typed. */
  function restartFrom(next: FormBase<Field>) {
    rebase(next)
    form.focus(fieldsOf(next.values)[0])
  }

  const isChanged = (field: Field) => values[field] !== kept.base.values[field]

  return {
    ...form,
    draft,
    isChanged,
    /** Whether the draft of an edit was restored and is not sent yet. */
    restored: !form.locked && kept.typed !== undefined && opened.version !== undefined,
    discard: () => restartFrom(opened),
    dropDraft: kept.drop,
    submit,
    /** Another person changed the record since the form was opened. */
    conflict: newer && {
      newer,
      /** Saves over the newer record: what was changed, or everything. */
      keepMine(everything = false) {
        const mine = { ...values }
        for (const field of fieldsOf(mine))
          if (!everything && !isChanged(field)) mine[field] = newer.values[field]
        rebase(newer, mine)
        void submit()
      },
      takeNewer: () => restartFrom(newer),
      close: () => setNewer(undefined),
    },
  }
}

export type RecordFormState<Field extends string> = ReturnType<typeof useRecordForm<Field, unknown>>
