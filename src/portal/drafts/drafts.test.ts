import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Draft } from '#contract/drafts/endpoints.ts'
import {
  beginDraft,
  draftListQuery,
  draftOnPage,
  forgetDrafts,
  hasUnstoredText,
  openDraft,
  storeDrafts,
} from './drafts.ts'

const tokenOf = (sub: string) => {
  const claims = { sub, role: 'manager', email: 'm@example.org', name: 'Mia', sid: 's1', iat: 0, exp: 9e9 }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}
const content = (text: string) => ({ id: 'the-id-of-the-draft', values: { text }, version: null })
const changedAt = '2026-03-04T09:12:00.000Z'

let token: string
let queries: QueryClient
/** What the server has, by key. */
const stored = new Map<string, Draft>()
let revision = 0
const requests: string[] = []
/** Before the server gets a request, and after it has answered it: both may fail. */
let arriving: () => void | Promise<void>
let leaving: () => void | Promise<void>

/** As another window stores it. */
function storeElsewhere(key: string, text: string): Draft {
  const draft = { ...content(text), key, revision: ++revision, changedAt }
  stored.set(key, draft)
  return draft
}

const changed = (current: Draft | undefined) =>
  Response.json({ code: 'draft-changed', message: 'Other text.', current: current ?? null }, { status: 409 })

function answer(method: string, key: string, body: { revision?: number | null; values: Draft['values'] }) {
  const current = stored.get(key)
  if (method === 'GET' && key === '')
    return Response.json([...stored.values()].map(({ values: _, ...draft }) => ({ ...draft, about: null })))
  if (method === 'GET')
    return current
      ? Response.json(current)
      : Response.json({ code: 'not-found', message: 'No.' }, { status: 404 })
  if (current?.revision !== (body.revision ?? undefined)) return changed(current)
  if (method === 'PUT') return Response.json(storeElsewhere(key, body.values.text ?? ''))
  stored.delete(key)
  return new Response(null, { status: 204 })
}

beforeEach(() => {
  vi.useFakeTimers()
  token = tokenOf('e1')
  queries = new QueryClient()
  stored.clear()
  requests.length = 0
  arriving = () => undefined
  leaving = () => undefined
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? token : null) })
  vi.stubGlobal('fetch', async (url: string, { method = '', body }: RequestInit) => {
    const [, key = '', query] = /^\/api\/drafts\/?([^?]*)(?:\?revision=(\d+))?$/.exec(url) ?? []
    const sent = body ? JSON.parse(String(body)) : { revision: query === undefined ? null : Number(query) }
    requests.push(`${method} ${decodeURIComponent(key)} ${sent.values?.text ?? ''}`.trim())
    await arriving()
    const response = answer(method, decodeURIComponent(key), sent)
    await leaving()
    return response
  })
})

afterEach(() => {
  forgetDrafts()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const away = () => {
  throw new TypeError('Failed to fetch')
}

/** A form for a note, in a window that has just been opened. */
async function openNote(named?: string) {
  const draft = await openDraft(queries, 'note:c1', named)
  requests.length = 0
  return { draft, type: (text: string) => draft.write(content(text)) }
}

it('stores a text with the first key press, and one second after the last', async () => {
  const { type } = await openNote()
  type('C')
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual(['PUT note:c1 C'])
  type('Call')
  await vi.advanceTimersByTimeAsync(900)
  type('Called')
  await vi.advanceTimersByTimeAsync(900)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(requests).toEqual(['PUT note:c1 C', 'PUT note:c1 Called'])
})

it('stores a text every five seconds while the user types without a pause', async () => {
  const { type } = await openNote()
  for (let press = 0; press < 60; press++) {
    type('x'.repeat(press + 1))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(requests).toEqual([1, 51].map((length) => `PUT note:c1 ${'x'.repeat(length)}`))
})

it('never sends an older text after a newer one', async () => {
  const { draft, type } = await openNote()
  const answers: (() => void)[] = []
  arriving = () => new Promise<void>((resolve) => answers.push(resolve))
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  for (const text of ['b', 'bc', 'bcd']) {
    type(text)
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(requests).toEqual(['PUT note:c1 a'])
  answers.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  draft.write(null)
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toEqual(['PUT note:c1 a', 'PUT note:c1 bcd'])
  answers.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual(['PUT note:c1 a', 'PUT note:c1 bcd', 'DELETE note:c1'])
  answers.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(stored.size).toBe(0)
})

it('tries again when the server was away, and knows meanwhile that the text is not stored', async () => {
  const { draft, type } = await openNote()
  arriving = away
  type('Called')
  await vi.advanceTimersByTimeAsync(1000)
  expect(hasUnstoredText()).toBe(true)
  expect(draft.state.failure).toBeDefined()
  arriving = () => undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect(hasUnstoredText()).toBe(false)
  expect(draft.state).toMatchObject({ isStored: true, storedAt: changedAt, failure: undefined })
  expect(requests).toEqual(['PUT note:c1 Called', 'PUT note:c1 Called'])
})

it('does not send a text that is too long again before it is shorter', async () => {
  const { draft, type } = await openNote()
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    requests.push(JSON.parse(String(body)).values.text)
    return Response.json({ code: 'too-large', message: 'Too large.' }, { status: 413 })
  })
  type('Too long')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(draft.state.content?.values.text).toBe('Too long')
  expect(requests).toEqual(['Too long'])
  type('Shorter')
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toEqual(['Too long', 'Shorter'])
})

it('stores at once what is left', async () => {
  const { type } = await openNote()
  type('Called')
  await storeDrafts()
  expect(requests).toEqual(['PUT note:c1 Called'])
})

it('sends nothing in the name of another person who signed in meanwhile [T411]', async () => {
  const { type } = await openNote()
  type('Called')
  token = tokenOf('e2')
  await vi.advanceTimersByTimeAsync(20_000)
  await storeDrafts()
  expect(requests).toEqual([])
  expect(hasUnstoredText(), 'nobody can store it any more').toBe(false)
})

it('goes on under a key of its own when another window has stored other text', async () => {
  const { draft, type } = await openNote()
  storeElsewhere('note:c1', 'Typed on the laptop')
  storeElsewhere('note:c1~2', 'Typed on the tablet')
  type('Typed on the phone')
  await vi.advanceTimersByTimeAsync(1000)
  expect(draft.state).toMatchObject({ key: 'note:c1~3', isStored: true })
  expect([...stored.values()].map(({ key, values }) => [key, values.text])).toEqual([
    ['note:c1', 'Typed on the laptop'],
    ['note:c1~2', 'Typed on the tablet'],
    ['note:c1~3', 'Typed on the phone'],
  ])
  draft.write(null)
  await vi.advanceTimersByTimeAsync(0)
  expect([...stored.keys()]).toEqual(['note:c1', 'note:c1~2'])
})

it('deletes nothing that another window has stored since', async () => {
  const { draft, type } = await openNote()
  type('Typed here')
  await vi.advanceTimersByTimeAsync(1000)
  storeElsewhere('note:c1', 'Typed there')
  draft.write(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(requests.at(1)).toBe('DELETE note:c1')
  expect(stored.get('note:c1')?.values.text).toBe('Typed there')
})

it('stores a text again that another window has deleted', async () => {
  const { type } = await openNote()
  type('Called')
  await vi.advanceTimersByTimeAsync(1000)
  stored.clear()
  type('Called twice')
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored.get('note:c1')?.values.text).toBe('Called twice')
})

it('stores what a form shows once it is known that another window has deleted or replaced it', async () => {
  const { draft, type } = await openNote()
  draft.storeIfReplaced()
  type('Called')
  await vi.advanceTimersByTimeAsync(1000)
  draft.storeIfReplaced()
  expect(draft.state.isStored).toBe(true)
  storeElsewhere('note:c1', 'Other text')
  await queries.refetchQueries(draftListQuery)
  draft.storeIfReplaced()
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored.get('note:c1~2')?.values.text).toBe('Called')
})

it('recognizes its own text whose answer was lost', async () => {
  const { draft, type } = await openNote()
  leaving = away
  type('Called')
  await vi.advanceTimersByTimeAsync(1000)
  type('Called twice')
  await vi.advanceTimersByTimeAsync(1000)
  leaving = () => undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect([...stored.values()]).toMatchObject([{ key: 'note:c1', values: { text: 'Called twice' } }])

  leaving = away
  type('Called three times')
  await vi.advanceTimersByTimeAsync(1000)
  leaving = () => undefined
  draft.write(null)
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored.size).toBe(0)
})

it('a form opens with the latest draft, or with the one that the address names', async () => {
  storeElsewhere('note:c1', 'From the laptop')
  storeElsewhere('note:c2', 'About another client')
  const { draft } = await openNote()
  expect(draft.state).toMatchObject({ key: 'note:c1', storedAt: changedAt, isStored: true })
  expect(draft.state.content?.values.text).toBe('From the laptop')
  storeElsewhere('note:c1~2', 'From the phone')
  expect((await openNote('note:c1~2')).draft.state.content?.values.text).toBe('From the phone')
})

it('a form that is opened again in the same window has what was typed there, stored or not', async () => {
  storeElsewhere('note:c1', 'From the laptop')
  const { type } = await openNote()
  type('Typed here')
  expect(draftOnPage(queries, 'note:c1')?.state.content?.values.text).toBe('Typed here')
  await vi.advanceTimersByTimeAsync(1000)
  expect(draftOnPage(queries, 'note:c1')?.state.content?.values.text).toBe('Typed here')
  // Once the list says that it was changed elsewhere, it is read again.
  storeElsewhere('note:c1', 'Continued on the laptop')
  await queries.refetchQueries(draftListQuery)
  expect(draftOnPage(queries, 'note:c1')).toBeUndefined()
  expect((await openNote()).draft.state.content?.values.text).toBe('Continued on the laptop')
  stored.clear()
  await queries.refetchQueries(draftListQuery)
  expect((await openNote()).draft.state.content).toBeNull()
})

it('a new client begins empty, unless this window typed one', async () => {
  storeElsewhere('new-client', 'Of another window')
  const first = await openDraft(queries, 'new-client')
  expect(first.state).toMatchObject({ key: 'new-client~2', content: null })
  first.write(content('Typed here'))
  expect(await openDraft(queries, 'new-client')).toBe(first)
  const given = await beginDraft(queries, 'new-client', { text: 'From a message' })
  expect(given.state.key).toBe('new-client~3')
  expect((await openDraft(queries, 'new-client', 'new-client')).state.content?.values.text).toBe(
    'Of another window',
  )
})
