import { afterEach, expect, it, vi } from 'vitest'
import { dropDraftsOf } from '#portal/session/draft-storage.ts'
import { CallFailure, failureWithoutAnswer } from './call-failure.ts'
import { createSubmission, isSubmitting } from './submission.ts'

const draft = 'draft:e1:new-client'

afterEach(() => {
  vi.useRealTimers()
  for (const employee of ['e1', 'e2']) dropDraftsOf(employee)
})

/** The key with which the body was sent. */
async function send(submit: ReturnType<typeof createSubmission>, body: object, failure?: Error) {
  let key = ''
  const sending = submit(body, async (idempotencyKey) => {
    key = idempotencyKey
    if (failure) throw failure
    return {}
  })
  await sending.catch(() => undefined)
  return key
}
const lost = failureWithoutAnswer('no-answer')

it('sends the same content again with the same key, also after a reload', async () => {
  const submit = createSubmission(draft)
  const key = await send(submit, { text: 'a' }, lost)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(await send(submit, { text: 'a' }, lost)).toBe(key)
  expect(await send(createSubmission(draft), { text: 'a' })).toBe(key)
})

it('takes a new key after a success, for other content, and for another draft', async () => {
  const submit = createSubmission(draft)
  const keys = [
    await send(submit, { text: 'a' }),
    await send(submit, { text: 'a' }, lost),
    await send(submit, { text: 'b' }, lost),
    await send(createSubmission('draft:e2:new-client'), { text: 'b' }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

it('keeps the key of a form that was opened while another one was being sent', async () => {
  const key = await send(createSubmission(draft), { text: 'a' }, lost)
  const [left, opened] = [createSubmission(draft), createSubmission(draft)]
  await send(left, { text: 'a' })
  expect(await send(opened, { text: 'a' })).toBe(key)
})

it('asks again, with the same key, while the first request is in progress', async () => {
  vi.useFakeTimers()
  const inProgress = new CallFailure({ code: 'request-in-progress', message: 'Wait.' }, 409, true, 1)
  const keys: string[] = []
  const sending = createSubmission(draft)({ text: 'a' }, async (key) => {
    keys.push(key)
    if (keys.length < 3) throw inProgress
    return 'stored'
  })
  await vi.runAllTimersAsync()
  expect(await sending).toBe('stored')
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)
})

it('waits for the form that was left while it sends the same content', async () => {
  let arrive = (_: string) => {}
  const left = createSubmission(draft)(
    { text: 'a' },
    () => new Promise<string>((resolve) => (arrive = resolve)),
  )
  expect(isSubmitting(draft)).toBe(true)
  const opened = createSubmission(draft)
  const joined = opened({ text: 'a' }, () => Promise.reject(new Error('sent twice')))
  arrive('stored')
  expect([await left, await joined]).toEqual(['stored', 'stored'])
  expect(isSubmitting(draft)).toBe(false)
  const again = await Promise.all([send(opened, { text: 'a' }), send(createSubmission(draft), { text: 'b' })])
  expect(new Set(again).size).toBe(2)
})

it('sends the same content with a new key when the record of an earlier try was deleted', async () => {
  const key = await send(createSubmission(draft), { text: 'a' }, lost)
  const gone = new CallFailure({ code: 'not-found', message: 'Gone.' }, 404, true)
  const keys: string[] = []
  await createSubmission(draft)({ text: 'a' }, async (idempotencyKey) => {
    keys.push(idempotencyKey)
    if (keys.length === 1) throw gone
  })
  expect(keys[0]).toBe(key)
  expect(keys[1]).not.toBe(key)
})
