import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeepStateOptions } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { openDrafts } from '#portal/calls/draft-key.ts'
import { isSubmitting } from '#portal/calls/submission.ts'
import { type DraftSubject, draftKey } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { newerRecord } from './conflicts.ts'
import { formDraft } from './form-draft.ts'
import type { FormBase, FormValues } from './form-values.ts'
import { type FormError, useFormFields } from './use-form-fields.ts'

interface RecordFormOptions<Field extends string, Output, Item> {
  subject: DraftSubject
  /** What the form starts with, if there is no draft. */
  opened: FormBase<Field>
  /** The schema may depend on what the form started with. */
  schemaFor: (base: FormValues<Field>) => z.ZodMiniType<Output>
  mode?: 'onTouched' | 'onSubmit'
  /** `version` is the one that was edited. */
  save: (values: Output, version: number | undefined) => Promise<unknown>
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
  const { opened, schemaFor, mode = 'onTouched', save, onSaved, formErrorOf, baseOf, afterSave } = options
  const { fieldErrorsOf = ({ fields }) => fields, asksOnOpen = true } = options
  const { sub } = useSession()
  const key = draftKey(sub, options.subject)
  const [initial] = useState(opened)
  const [draft] = useState(() => formDraft(key, initial.values))
  const [restoredDraft] = useState(draft.read)
  const base = useRef(restoredDraft?.base ?? initial)
  const [restored, setRestored] = useState(restoredDraft !== undefined)
  const [newer, setNewer] = useState<FormBase<Field>>()
  const [saved, setSaved] = useState(false)
  const isSaved = useRef(false)
  const fields = useFormFields<Field, Output>({
    values: base.current.values,
    typed: restoredDraft?.values,
    schema: () => schemaFor(base.current.values),
    mode,
    send,
    formErrorOf,
  })
  const { subscribe } = fields

  useEffect(() => storeDrafts(sub), [sub])

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (isSaved.current) return
          draft.write({ base: base.current, values: values as FormValues<Field> })
          storeDrafts(sub)
        },
      }),
    [subscribe, draft, sub],
  )

  // In an effect, because a dialog around the form has to open first.
  useEffect(() => {
    if (asksOnOpen && isOlder(base.current, initial)) setNewer(initial)
  }, [asksOnOpen, initial])

  async function send(output: Output) {
    setRestored(false)
    try {
      await save(output, base.current.version)
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

  // A form that was left while it was sent, and opened again, waits for the same reply.
  const joinSubmission = useEffectEvent(() => {
    if (restoredDraft && isSubmitting(key)) void submit()
  })
  useEffect(() => joinSubmission(), [])

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

/** If the key can't be loaded, the text stays in memory, and the next key press tries again. */
function storeDrafts(employeeId: string): void {
  openDrafts(employeeId).catch(() => undefined)
}

/** Whether a draft is based on an older version than the one that was read now. */
function isOlder(base: FormBase<string>, read: FormBase<string>): boolean {
  return base.version !== undefined && read.version !== undefined && base.version < read.version
}
