import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { CallFailure, failureWithoutAnswer } from '#portal/calls/call-failure.ts'
import { forgetDrafts, PageDraft } from '#portal/drafts/drafts.ts'
import { formDraft } from './form-draft.ts'

afterEach(() => {
  forgetDrafts()
  vi.useRealTimers()
})

const opened = { values: { text: '', city: 'Saint Paul' }, version: 2 }
const found = {
  key: 'note:c1',
  id: 'the-id-of-the-draft',
  revision: 1,
  changedAt: '2026-03-04T09:12:00.000Z',
}

/** The draft of a note; nobody is signed in, so it is stored nowhere. */
const draftOf = (values?: Record<string, string>, version: number | null = null) =>
  new PageDraft(new QueryClient(), 'note:c1', values && { ...found, values, version })

it('a draft of a form has the values that were changed, and none when all are as they were', () => {
  const draft = draftOf()
  const form = formDraft(draft, opened)
  form.write({ text: 'Called', city: 'Saint Paul ' })
  expect(draft.state.content).toMatchObject({ values: { text: 'Called' }, version: 2 })
  form.write(opened.values)
  expect(draft.state.content).toBeNull()
})

it('a form restores its draft over the record as it is now, with the version that was edited', () => {
  const { base, typed } = formDraft(draftOf({ text: 'Called' }, 1), opened)
  expect(base).toEqual({ values: opened.values, version: 1 })
  expect(typed).toEqual({ text: 'Called', city: 'Saint Paul' })
})

it('a form keeps what another screen gave to its draft, and ignores fields of another release', () => {
  const draft = draftOf({ firstNote: 'My lease ends.' })
  const form = formDraft(draft, opened)
  expect(form.typed).toBeUndefined()
  form.write({ ...opened.values, city: 'Duluth' })
  expect(draft.state.content?.values).toEqual({ city: 'Duluth', firstNote: 'My lease ends.' })
})

it('a form that is saved leaves what another form typed that was opened while it was sent', () => {
  const draft = draftOf()
  const left = formDraft(draft, opened)
  left.write({ ...opened.values, text: 'a' })
  formDraft(draft, opened).write({ ...opened.values, text: 'b' })
  left.drop()
  expect(draft.state.content?.values).toEqual({ text: 'b' })
})

const lost = failureWithoutAnswer('no-answer')

/** The Idempotency-Key with which the form sends its content, whose reply is lost. */
async function sentBy({ sendOnce }: ReturnType<typeof formDraft>) {
  let sent = ''
  const sending = sendOnce(async (key) => {
    sent = key
    throw lost
  })
  await expect(sending).rejects.toBe(lost)
  return sent
}

it('a form sends its content again with the same key, also after a reload', async () => {
  const draft = draftOf()
  const form = formDraft(draft, opened)
  form.write({ ...opened.values, text: 'a' })
  const key = await sentBy(form)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(await sentBy(form)).toBe(key)
  expect(await sentBy(formDraft(draft, opened))).toBe(key)
  form.drop()
  expect(await sentBy(form)).not.toBe(key)
})

it.each(['idempotency-key-reused', 'not-found'] as const)('takes a new key once after %s', async (code) => {
  const draft = draftOf()
  const form = formDraft(draft, opened)
  form.write({ ...opened.values, text: 'a' })
  const keys: string[] = []
  const failure = new CallFailure({ code, message: 'No.' }, 409, true)
  const sending = form.sendOnce(async (key) => {
    keys.push(key)
    throw failure
  })
  await expect(sending).rejects.toBe(failure)
  expect(new Set(keys).size).toBe(2)
  expect(draft.state.content?.id).toBe(keys[1])
})

it('waits while the server is still working on an earlier try', async () => {
  vi.useFakeTimers()
  const busy = new CallFailure({ code: 'request-in-progress', message: 'Wait.' }, 409, true)
  const send = vi.fn().mockRejectedValueOnce(busy).mockResolvedValue('added')
  const sending = formDraft(draftOf(), opened).sendOnce(send)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await sending).toBe('added')
})
