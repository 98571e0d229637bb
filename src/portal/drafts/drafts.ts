import { useSyncExternalStore } from 'react'
import type { Draft, ListedDraft } from '#contract/drafts/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { isFailure } from '#portal/calls/call-failure.ts'
import { currentSession } from '#portal/session/stored-session.ts'

/*
 * What the signed-in person types and has not saved: in memory as it changes, and on the server a moment later, so that a
 * reload, the end of the session or another computer loses nothing (docs/product.md 85). The browser stores none of it.
 */

/** Names a form and the records that it is about. */
export type DraftKey =
  | 'new-client'
  | 'new-employee'
  | `edit-client:${string}`
  | `edit-employee:${string}`
  | `note:${string}`
  | `correction:${string}:${string}`
  | `edit-note:${string}:${string}`
  | `follow-up:${string}`
  | `edit-follow-up:${string}:${string}`
  | `paper:${string}`
  | `edit-paper:${string}:${string}`

export type DraftContent = Pick<Draft, 'id' | 'values' | 'version'>

interface KeptDraft {
  /** Null once the draft is to be deleted on the server, too. */
  content: DraftContent | null
  state: 'stored' | 'waiting' | 'failed'
  /** When the server stored it last. */
  storedAt?: string
  /** Since when something has been waiting to be stored, in milliseconds since 1970. */
  since: number
}

/** Milliseconds after the last key press, after the first one that is not stored, after a failure, and before a logout. */
const waits = { pause: 1000, most: 5000, failure: 10_000, logout: 2000 } as const

const drafts = new Map<DraftKey, KeptDraft>()
const timers = new Map<DraftKey, ReturnType<typeof setTimeout>>()
const sending = new Map<DraftKey, Promise<void>>()
const listeners = new Set<() => void>()
/** Of what the server has, as far as this page knows. */
const revisions = new Map<string, number>()

/** Whose drafts these are: after another person has signed in in another tab nothing is sent any more. */
let owner: string | undefined
const isOwnSession = () => owner !== undefined && currentSession()?.sub === owner

/** What the person left unsaved, here or elsewhere. */
export async function loadDrafts(): Promise<ListedDraft[]> {
  const before = new Map(drafts)
  owner = currentSession()?.sub
  const found = await call('GET /drafts', {})
  await Promise.all(found.map(({ key, changedAt }) => loadDraft(key as DraftKey, changedAt)))
  for (const key of before.keys()) if (!found.some((draft) => draft.key === key)) setIfUnchanged(key)
  return found

  async function loadDraft(key: DraftKey, storedAt: string) {
    if (drafts.get(key)?.storedAt === storedAt) return
    const { id, values, version, revision, changedAt } = await call('GET /drafts/:key', { params: { key } })
    revisions.set(key, revision)
    setIfUnchanged(key, { content: { id, values, version }, state: 'stored', storedAt: changedAt, since: 0 })
  }

  /** What has been typed here, even while the drafts were loading, is newer. A form knows its draft by identity. */
  function setIfUnchanged(key: DraftKey, loaded?: KeptDraft) {
    const known = drafts.get(key)
    if (known === before.get(key) && known?.state !== 'waiting' && known?.state !== 'failed') set(key, loaded)
  }
}

export function readDraft(key: DraftKey): DraftContent | undefined {
  return drafts.get(key)?.content ?? undefined
}

export function draftKeys(): DraftKey[] {
  return [...drafts].flatMap(([key, { content }]) => (content ? [key] : []))
}

export function writeDraft(key: DraftKey, content: DraftContent): void {
  change(key, content)
}

export function dropDraft(key: DraftKey): void {
  if (readDraft(key)) change(key, null)
}

/** For a record that is begun: the Idempotency-Key with which it is sent. Not `crypto.randomUUID`, which needs https. */
export function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What is kept of a draft, as it changes. */
export function useKeptDraft(key: DraftKey): Pick<KeptDraft, 'content' | 'state' | 'storedAt'> | undefined {
  return useSyncExternalStore(subscribe, () => drafts.get(key))
}

/** Whether there is text that would be lost with the page: the server could not store it, or is still being sent another one. */
export function hasUnstoredText(): boolean {
  return isOwnSession() && someText(({ state }, key) => state === 'failed' || sending.has(key))
}

/** Whether the server does not have all text, if only because it was typed a moment ago. */
export function hasTextToStore(): boolean {
  return someText(isUnstored)
}

const someText = (matches: (draft: KeptDraft, key: DraftKey) => boolean): boolean =>
  [...drafts].some(([key, draft]) => draft.content && matches(draft, key))

const isUnstored = ({ state }: KeptDraft) => state !== 'stored'

/** Stores what is waiting, for example because the page may be closed. */
export async function storeDrafts(keepalive = true): Promise<void> {
  await Promise.all(
    [...drafts.keys()].map(async (key) => {
      for (let request = sending.get(key); request; request = sending.get(key)) await request
      await store(key, keepalive)
    }),
  )
}

/** Stores what is left; if that doesn't succeed, asks whether to log out anyway. */
export async function mayLogOut(): Promise<boolean> {
  await Promise.race([storeDrafts(), new Promise((resolve) => setTimeout(resolve, waits.logout))])
  return (
    !(isOwnSession() && someText(isUnstored)) ||
    confirm('Your text has not been saved yet and would be lost. Log out anyway?')
  )
}

/** Until `signal` is aborted, drafts are stored when the page is hidden, and leaving asks while some could not be. */
export function watchDrafts(signal: AbortSignal): void {
  const hide = () => document.visibilityState === 'hidden' && void storeDrafts()
  document.addEventListener('visibilitychange', hide, { signal })
  addEventListener('pagehide', () => void storeDrafts(), { signal })
  addEventListener('online', () => void storeDrafts(false), { signal })
  addEventListener('beforeunload', (event) => hasUnstoredText() && event.preventDefault(), { signal })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(key: DraftKey, draft: KeptDraft | undefined): void {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  for (const listener of listeners) listener()
}

function change(key: DraftKey, content: DraftContent | null): void {
  const before = drafts.get(key)
  const state = before?.state === 'failed' ? 'failed' : 'waiting'
  const since = before && before.state !== 'stored' ? before.since : Date.now()
  set(key, { ...before, content, state, since })
  const pause = state === 'failed' ? waits.pause : Math.min(waits.pause, since + waits.most - Date.now())
  schedule(key, content ? pause : 0)
}

function schedule(key: DraftKey, wait: number): void {
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => void store(key), Math.max(wait, 0)),
  )
}

/** One request at a time for each draft: an older text never follows a newer one. */
async function store(key: DraftKey, keepalive = false): Promise<void> {
  const draft = drafts.get(key)
  if (!draft || draft.state === 'stored' || sending.has(key) || !isOwnSession()) return
  const request = storeOnce(key, draft, keepalive)
  sending.set(key, request)
  await request
}

async function storeOnce(key: DraftKey, draft: KeptDraft, keepalive: boolean): Promise<void> {
  const storedAt = await send(key, draft.content, keepalive).catch(() => undefined)
  sending.delete(key)
  const latest = drafts.get(key) ?? draft
  if (storedAt === undefined) {
    set(key, { ...latest, state: 'failed' })
    schedule(key, waits.failure)
  } else if (latest !== draft) {
    set(key, { ...latest, state: 'waiting', storedAt, since: Date.now() })
    schedule(key, latest.content ? waits.pause : 0)
  } else set(key, draft.content ? { ...draft, state: 'stored', storedAt } : undefined)
}

/** When the server stored it; '' if it was deleted. */
async function send(key: DraftKey, content: DraftContent | null, keepalive: boolean): Promise<string> {
  const params = { key }
  if (!content) {
    await call('DELETE /drafts/:key', { params }, { keepalive })
    revisions.delete(key)
    return ''
  }
  const body = { ...content, revision: revisions.get(key) }
  const { changedAt, revision } = await call('PUT /drafts/:key', { params, body }, { keepalive }).catch(
    async (error) => {
      if (!isFailure(error, 'draft-changed')) throw error
      const current = error.current as Draft | null
      return await call('PUT /drafts/:key', { params, body: { ...content, revision: current?.revision } })
    },
  )
  revisions.set(key, revision)
  return changedAt
}
