import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeepStateOptions } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { isUnderWay } from '#portal/calls/submission.ts'
import { type DraftSubject, draftKey } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { formDraft } from './form-draft.ts'
import type { FormBase, FormValues } from './form-values.ts'
import { newerRecord } from './newer-record.ts'
import { type Refusal, useFormFields } from './use-form-fields.ts'

interface RecordFormOptions<Field extends string, Output, Item> {
  subject: DraftSubject
  /** What the form begins with, if no draft is left. */
  opened: FormBase<Field>
  /** The rules, which may depend on what the form began with. */
  schemaFor: (base: FormValues<Field>) => z.ZodMiniType<Output>
  mode?: 'onTouched' | 'onSubmit'
  /** `version` is the one that the edit was made from. */
  save: (values: Output, version: number | undefined) => Promise<unknown>
  onSaved: () => void
  /** Why saving failed: the specified text, and what happened. */
  refusalOf: (error: unknown) => Refusal
  /** How the newer record that a refusal carries is edited; a form that adds a record gets none. */
  baseOf?: (newer: Item) => FormBase<Field>
  /** What a refusal says about single fields, where it isn't what the server names by itself. */
  fieldErrorsOf?: (failure: CallFailure) => Readonly<Record<string, string>>
  /** Asks at once about a draft of an older record; otherwise when it is saved. */
  asksWhenOpened?: boolean
  /** What becomes of the form once it is saved: locked until it goes, or empty for the next record. */
  onceSaved: 'locked' | 'begins-anew'
}

/** A form about a record: kept as a draft, sent once, and asking what to keep when two people edit at once. */
export function useRecordForm<Field extends string, Output, Item = never>(
  options: RecordFormOptions<Field, Output, Item>,
) {
  const { opened, schemaFor, mode = 'onTouched', save, onSaved, refusalOf, baseOf, onceSaved } = options
  const { fieldErrorsOf = ({ fields }) => fields, asksWhenOpened = true } = options
  const key = draftKey(useSession().sub, options.subject)
  const [begun] = useState(opened)
  const [draft] = useState(() => formDraft(key, begun.values))
  const [kept] = useState(draft.read)
  const base = useRef(kept?.base ?? begun)
  const [restored, setRestored] = useState(kept !== undefined)
  const [newer, setNewer] = useState<FormBase<Field>>()
  const [saved, setSaved] = useState(false)
  const isSaved = useRef(false)
  const fields = useFormFields<Field, Output>({
    values: base.current.values,
    typed: kept?.values,
    schema: () => schemaFor(base.current.values),
    mode,
    send,
    refusalOf,
  })
  const { subscribe } = fields

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (!isSaved.current) draft.write({ base: base.current, values: values as FormValues<Field> })
        },
      }),
    [subscribe, draft],
  )

  // Once it is drawn: a dialog around the form has to open first.
  useEffect(() => {
    if (asksWhenOpened && isOlder(base.current, begun)) setNewer(begun)
  }, [asksWhenOpened, begun])

  async function send(output: Output) {
    setRestored(false)
    try {
      await save(output, base.current.version)
    } catch (error) {
      const current = newerRecord<Item>(error)
      if (current && baseOf) return setNewer(baseOf(current))
      fields.refuse(refusalOf(error))
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
    if (onceSaved === 'locked') return setSaved(true)
    isSaved.current = false
    fields.reset(begun.values)
    fields.restart()
  }

  // Left while it was sent and opened again: the form waits for the answer with the one that was left.
  const joinSubmission = useEffectEvent(() => {
    if (kept && isUnderWay(key)) void submit()
  })
  useEffect(() => joinSubmission(), [])

  /** From here on the form is an edit of `next`. */
  function rebase(next: FormBase<Field>, keep?: KeepStateOptions) {
    base.current = next
    setNewer(undefined)
    setRestored(false)
    fields.reset(next.values, keep)
  }

  /** Gives up what was typed. */
  function discardFor(next: FormBase<Field>) {
    rebase(next)
    draft.drop()
    fields.restart()
  }

  /** While it is sent, and once it is saved, nothing changes any more. */
  const locked = fields.isSubmitting || saved

  return {
    ...fields,
    textField: (field: Field) => fields.textField(field, locked),
    saved,
    busy: fields.isSubmitting,
    locked,
    isValid: fields.isValid(),
    /** What was left unsaved of an edit is back. */
    restored: restored && !newer && opened.version !== undefined,
    discard: () => discardFor(opened),
    dropDraft: draft.drop,
    async submit(event?: { preventDefault: () => void }) {
      event?.preventDefault()
      await submit()
    },
    /** Somebody else changed the record since the form was opened. */
    conflict: newer && {
      newer,
      /** Saves what was typed over the newer record: of a record the fields that were changed. */
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

/** A draft may have been begun on an older record than the one that was read now. */
function isOlder(base: FormBase<string>, read: FormBase<string>): boolean {
  return base.version !== undefined && read.version !== undefined && base.version < read.version
}
