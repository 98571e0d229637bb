import { isFailure } from '#portal/calls/call-failure.ts'
import { newDraftId, type PageDraft } from '#portal/drafts/drafts.ts'
import { type FormBase, type FormValues, fieldsOf } from './form-values.ts'

/** Sends what creates a record with an Idempotency-Key: it is created once, however often it is sent. */
export type SendOnce = <Item>(send: (idempotencyKey: string) => Promise<Item>) => Promise<Item>

/** What a form makes of its draft: the values that differ from those it started with, and the record's version. */
export function formDraft<Field extends string>(draft: PageDraft, opened: FormBase<Field>) {
  const found = draft.state.content
  const restored = fieldsOf(opened.values).filter((field) => found?.values[field] !== undefined)
  // What another screen gave to the draft, such as the text of the first note.
  const passed = Object.entries(found?.values ?? {}).filter(([name]) => !(name in opened.values))
  let id = found?.id ?? newDraftId()
  // The last that this form has read or written. Another form, opened while this one was sent, may have written since.
  let own = found
  const isOwn = () => own !== null && draft.state.content === own

  function write(content: typeof own) {
    own = content
    draft.write(content)
  }

  function renewId() {
    id = newDraftId()
    if (own && isOwn()) write({ ...own, id })
  }

  function forget() {
    if (isOwn()) write(null)
    own = null
    id = newDraftId()
  }

  const sendOnce: SendOnce = async (send) => {
    try {
      return await retryWhileInProgress(() => send(id))
    } catch (error) {
      // An earlier try sent other content, or its record has been deleted since: then this one is new.
      if (!isFailure(error, 'idempotency-key-reused') && !isFailure(error, 'not-found')) throw error
      renewId()
      return await retryWhileInProgress(() => send(id))
    }
  }

  const form = {
    /** What the typed values are compared with, and the version that they change. */
    base: (found ? { ...opened, version: found.version ?? undefined } : opened) as FormBase<Field>,
    /** What was typed before, if there is a draft. */
    typed: restored.length > 0 ? { ...opened.values, ...pick(found?.values, restored) } : undefined,
    /** The record, if it was changed since the draft was made. */
    newer: isOlder(found?.version, opened.version) ? opened : undefined,
    isClosed: false,
    rebase(next: FormBase<Field>) {
      Object.assign(form, { base: next, typed: undefined, isClosed: false })
    },
    /** An unchanged form is no draft, nor is one that was saved or canceled, which may still tell its values. */
    write(values: FormValues<Field>) {
      if (form.isClosed) return
      const { base } = form
      const changed = fieldsOf(values).filter((field) => values[field].trim() !== base.values[field]?.trim())
      if (changed.length === 0) return forget()
      const drafted = { ...Object.fromEntries(passed), ...pick(values, changed) }
      write({ id, values: drafted, version: base.version ?? null })
    },
    drop() {
      form.isClosed = true
      forget()
    },
    sendOnce,
  }
  return form
}

function isOlder(drafted: number | null | undefined, read: number | undefined): boolean {
  return typeof drafted === 'number' && read !== undefined && drafted < read
}

function pick<Field extends string>(values: Readonly<Record<string, string>> = {}, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? ''])) as FormValues<Field>
}

const mostTries = 10

/** The server may still be working on an earlier try. */
async function retryWhileInProgress<Item>(send: () => Promise<Item>): Promise<Item> {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!isFailure(error, 'request-in-progress') || tries === mostTries) throw error
      const seconds = error.retryAfter ?? 1
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}
