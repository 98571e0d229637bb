import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailure, failureWithoutAnswer } from '#portal/calls/call-failure.ts'
import { formDraft } from '#portal/form/form-draft.ts'
import {
  draftKeys,
  dropDraft,
  hasUnstoredText,
  loadDrafts,
  mayLogOut,
  readDraft,
  storeDrafts,
  watchDrafts,
  writeDraft,
} from './drafts.ts'

const tokenOf = (sub: string) => {
  const claims = { sub, role: 'manager', email: 'm@example.org', name: 'Mia', sid: 's1', iat: 0, exp: 9e9 }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}
const content = (text: string) => ({ id: 'the-id-of-the-draft', values: { text }, version: null })
const changedAt = '2026-03-04T09:12:00.000Z'
const stored = (text: string) => ({ ...content(text), key: 'note:c1', revision: 1, changedAt })

let token: string
let isAway: boolean
/** What the server has. */
let drafts: Record<string, unknown>[]
const requests: string[] = []

beforeEach(async () => {
  vi.useFakeTimers()
  token = tokenOf('e1')
  isAway = false
  drafts = []
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? token : null) })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const request = body ? JSON.parse(String(body)) : {}
    requests.push(`${method} ${url.slice('/api/drafts'.length)} ${request.values?.text ?? ''}`.trim())
    if (isAway) throw new TypeError('Failed to fetch')
    const key = decodeURIComponent(url.slice('/api/drafts/'.length))
    if (method === 'GET') return Response.json(key ? drafts.find((draft) => draft.key === key) : drafts)
    return method === 'PUT' ? Response.json(stored(request.values.text)) : new Response(null, { status: 204 })
  })
  await loadDrafts()
  requests.length = 0
})

afterEach(async () => {
  token = tokenOf('e1')
  isAway = false
  for (const key of draftKeys()) dropDraft(key)
  await storeDrafts()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const type = (text: string) => writeDraft('note:c1', content(text))

it('stores a text one second after the last key press', async () => {
  type('Call')
  await vi.advanceTimersByTimeAsync(900)
  type('Called')
  await vi.advanceTimersByTimeAsync(900)
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(requests).toEqual(['PUT /note%3Ac1 Called'])
})

it('stores a text every five seconds while the user types without a pause', async () => {
  for (let press = 0; press < 60; press++) {
    type('x'.repeat(press + 1))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(requests).toEqual([`PUT /note%3Ac1 ${'x'.repeat(50)}`])
})

it('never sends an older text after a newer one', async () => {
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) => {
    requests.push(`${method} ${body ? JSON.parse(String(body)).values.text : ''}`)
    return new Promise((resolve) => answers.push(resolve))
  })
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  type('b')
  await vi.advanceTimersByTimeAsync(3000)
  expect(requests).toEqual(['PUT a'])
  answers.shift()?.(Response.json(stored('a')))
  await vi.advanceTimersByTimeAsync(1000)
  dropDraft('note:c1')
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toEqual(['PUT a', 'PUT b'])
  answers.shift()?.(Response.json(stored('b')))
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual(['PUT a', 'PUT b', 'DELETE '])
  answers.shift()?.(new Response(null, { status: 204 }))
})

it('asks before a logout that would lose what was typed while an older text was being sent', async () => {
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)))
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  type('a and more')
  expect(hasUnstoredText()).toBe(true)
  const refused = mayLogOut()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await refused).toBe(false)
  expect(confirm).toHaveBeenCalledOnce()
  const allowed = mayLogOut()
  answers.shift()?.(Response.json(stored('a')))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers.shift()?.(Response.json(stored('a and more')))
  await vi.advanceTimersByTimeAsync(10)
  expect(await allowed).toBe(true)
  expect(confirm).toHaveBeenCalledOnce()
  // For the clean-up.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
})

it('tries again when the server was away, and knows meanwhile that the text is not stored', async () => {
  isAway = true
  type('Called')
  await vi.advanceTimersByTimeAsync(1000)
  expect(hasUnstoredText()).toBe(true)
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(hasUnstoredText()).toBe(false)
  expect(requests).toEqual(['PUT /note%3Ac1 Called', 'PUT /note%3Ac1 Called'])
})

it('stores a text at once when the page is left', async () => {
  const page = new EventTarget()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const controller = new AbortController()
  watchDrafts(controller.signal)
  type('Called')
  page.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual(['PUT /note%3Ac1 Called'])
  controller.abort()
})

it('sends nothing in the name of another person who signed in meanwhile [T411]', async () => {
  type('Called')
  token = tokenOf('e2')
  await vi.advanceTimersByTimeAsync(20_000)
  await storeDrafts()
  expect(requests).toEqual([])
})

it('takes what the server has, unless something newer was typed here', async () => {
  drafts = [stored('From another computer'), { ...stored('A new person'), key: 'new-client' }]
  await loadDrafts()
  expect(readDraft('note:c1')?.values.text).toBe('From another computer')
  type('Typed here')
  await loadDrafts()
  expect(readDraft('note:c1')?.values.text).toBe('Typed here')
  drafts = []
  await vi.advanceTimersByTimeAsync(1000)
  await loadDrafts()
  expect(draftKeys()).toEqual([])
})

const opened = { values: { text: '', city: 'Saint Paul' }, version: 2 }

it('a draft of a form has the values that were changed, and none when all are as they were', () => {
  const form = formDraft('note:c1', opened)
  form.write({ text: 'Called', city: 'Saint Paul ' })
  expect(readDraft('note:c1')).toMatchObject({ values: { text: 'Called' }, version: 2 })
  form.write(opened.values)
  expect(draftKeys()).toEqual([])
})

it('a form restores its draft over the record as it is now, with the version that was edited', () => {
  writeDraft('note:c1', { ...content('Called'), version: 1 })
  const { base, typed } = formDraft('note:c1', opened)
  expect(base).toEqual({ values: opened.values, version: 1 })
  expect(typed).toEqual({ text: 'Called', city: 'Saint Paul' })
})

it('a form keeps what another screen gave to its draft, and ignores fields of another release', () => {
  writeDraft('new-client', { ...content(''), values: { firstNote: 'My lease ends.' } })
  const form = formDraft('new-client', opened)
  expect(form.typed).toBeUndefined()
  form.write({ ...opened.values, city: 'Duluth' })
  expect(readDraft('new-client')?.values).toEqual({ city: 'Duluth', firstNote: 'My lease ends.' })
})

it('a form that is saved drops its draft, also after the drafts have been loaded again', async () => {
  const form = formDraft('note:c1', opened)
  form.write({ ...opened.values, text: 'Called' })
  await vi.advanceTimersByTimeAsync(1000)
  drafts = [stored('Called')]
  await loadDrafts()
  form.drop()
  expect(readDraft('note:c1')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(0)
  expect(requests.at(-1)).toBe('DELETE /note%3Ac1')
})

it('a form that is saved leaves the draft of a form that was opened while it was sent', () => {
  const left = formDraft('note:c1', opened)
  left.write({ ...opened.values, text: 'a' })
  const next = formDraft('note:c1', opened)
  next.write({ ...opened.values, text: 'b' })
  left.drop()
  expect(readDraft('note:c1')?.values).toEqual({ text: 'b' })
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
  const form = formDraft('note:c1', opened)
  form.write({ ...opened.values, text: 'a' })
  const key = await sentBy(form)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(await sentBy(form)).toBe(key)
  expect(await sentBy(formDraft('note:c1', opened))).toBe(key)
  form.drop()
  expect(await sentBy(form)).not.toBe(key)
})

it.each(['idempotency-key-reused', 'not-found'] as const)('takes a new key once after %s', async (code) => {
  const form = formDraft('note:c1', opened)
  form.write({ ...opened.values, text: 'a' })
  const keys: string[] = []
  const failure = new CallFailure({ code, message: 'No.' }, 409, true)
  const sending = form.sendOnce(async (key) => {
    keys.push(key)
    throw failure
  })
  await expect(sending).rejects.toBe(failure)
  expect(new Set(keys).size).toBe(2)
  expect(readDraft('note:c1')?.id).toBe(keys[1])
})

it('waits while the server is still working on an earlier try', async () => {
  const busy = new CallFailure({ code: 'request-in-progress', message: 'Wait.' }, 409, true)
  const send = vi.fn().mockRejectedValueOnce(busy).mockResolvedValue('added')
  const sending = formDraft('note:c1', opened).sendOnce(send)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await sending).toBe('added')
})
