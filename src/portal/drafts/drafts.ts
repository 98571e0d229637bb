import { MutationObserver, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ClientRecordKind } from '#contract/client-records/schema.ts'
import type { Draft } from '#contract/drafts/endpoints.ts'
import type { DraftedForm } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound, isFailure, isUnanswered } from '#portal/calls/call-failure.ts'
import { changesNoRecord } from '#portal/query-client.ts'
import { currentSession } from '#portal/session/stored-session.ts'

/*
 * What the signed-in person types and has not saved: on this page as it changes, and on the server a moment later, so that a
 * reload, the end of the session or another computer loses nothing (docs/product.md 85). The browser stores none of it.
 */

/** Names a form and the records that it is about. */
export type DraftForm =
  | DraftedForm
  | `${DraftedForm | ClientRecordKind | `edit-${ClientRecordKind}`}:${string}`

type DraftContent = Pick<Draft, 'id' | 'values' | 'version'>

interface DraftState {
  /** The form or, where another window has a draft of that form, the next free key: `note:CLIENT~2`. */
  key: string
  /** Null for a form as it was opened: then the server keeps nothing, either. */
  content: DraftContent | null
  /** Whether the server has the same. */
  isStored: boolean
  /** When it stored what this page has typed or read. */
  storedAt?: string | undefined
  /** Why the last try failed, until one succeeds. */
  failure?: unknown
}

/** Milliseconds after the last key press, after the first one that is not stored, and after a failure. */
const waits = { pause: 1000, most: 5000, failure: 10_000 } as const

/** The drafts that this page has typed or read, by key. */
const onPage = new Map<string, PageDraft>()
const listeners = new Set<() => void>()

/** One draft, as this page has typed or read it. It overwrites and deletes nothing that another window has stored since. */
export class PageDraft {
  readonly form: DraftForm
  state: DraftState
  /** Of what the server has, as far as this page knows; null for nothing. */
  revision: number | null
  isSending = false
  /** After another person has signed in in another tab, nothing is sent any more. */
  readonly owner = currentSession()?.sub
  readonly #queries: QueryClient
  readonly #storing: MutationObserver<void, unknown, boolean>
  /** What was sent without an answer: it may be stored. */
  #unanswered: DraftContent[] = []
  /** Whether this page has typed it, not only read it. */
  #isTyped = false
  #waitsSince = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #queued: Promise<void> | undefined

  constructor(queries: QueryClient, key: string, found?: Draft | undefined) {
    this.form = formOf(key)
    this.state = { key, content: found ?? null, isStored: true, storedAt: found?.changedAt }
    this.revision = found?.revision ?? null
    this.#queries = queries
    // One request at a time: an older text never follows a newer one.
    const scope = { id: this.form }
    const mutationFn = this.#storeNow
    this.#storing = new MutationObserver(queries, { scope, mutationFn, meta: changesNoRecord, gcTime: 0 })
    if (found) onPage.set(key, this)
  }

  /**
   * Null deletes it. What is typed first is stored at once: other text of another window shows while this one is still open.
   */
  write(content: DraftContent | null): void {
    const now = Date.now()
    if (this.state.isStored) this.#waitsSince = now
    const left = this.state.failure ? waits.pause : this.#waitsSince + waits.most - now
    const pauses = this.#isTyped && content !== null
    this.#isTyped = content !== null
    this.#set({ content, isStored: false })
    this.#schedule(pauses ? Math.min(waits.pause, left) : 0)
  }

  /** Stores what is not stored, after the request that is under way. */
  store(keepalive: boolean): Promise<void> {
    if (this.state.isStored) return Promise.resolve()
    this.#queued ??= this.#storing.mutate(keepalive)
    return this.#queued
  }

  /** Stores again what a form shows if another window has replaced or deleted it since. */
  storeIfReplaced(): void {
    const { key, content, isStored } = this.state
    const found = listed(this.#queries).find((draft) => draft.key === key)
    if (this.#isTyped && isStored && content && found?.revision !== this.revision) this.write(content)
  }

  /** What the server has stays there. */
  leavePage(): void {
    clearTimeout(this.#timer)
    if (onPage.get(this.state.key) === this) onPage.delete(this.state.key)
  }

  #set(change: Partial<DraftState>): void {
    this.state = { ...this.state, ...change }
    if (this.state.content || !this.state.isStored) onPage.set(this.state.key, this)
    else this.leavePage()
    tellListeners()
  }

  /** TanStack's own retry would hold back what has to be stored at once, such as before the page is closed. */
  #schedule(wait: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.store(false), Math.max(wait, 0))
  }

  #storeNow = async (keepalive: boolean): Promise<void> => {
    this.#queued = undefined
    const { content, isStored } = this.state
    if (isStored || this.owner === undefined || currentSession()?.sub !== this.owner) return
    this.isSending = true
    try {
      const storedAt = content ? await this.#put(content, keepalive) : await this.#remove(keepalive)
      this.#waitsSince = Date.now()
      this.#set({ isStored: this.state.content === content, storedAt, failure: undefined })
    } catch (failure) {
      this.#set({ failure })
      // Once it is shorter it is sent again.
      if (!isFailure(failure, 'too-large')) this.#schedule(waits.failure)
    } finally {
      this.isSending = false
    }
  }

  async #put(content: DraftContent, keepalive: boolean): Promise<string> {
    const params = { key: this.state.key }
    const body = { ...content, revision: this.revision }
    try {
      const { values: _, ...stored } = await call('PUT /drafts/:key', { params, body }, { keepalive })
      this.#noteStored(stored)
      return stored.changedAt
    } catch (error) {
      if (isUnanswered(error)) this.#unanswered.push(content)
      if (!isFailure(error, 'draft-changed')) throw error
      const current = error.current as Draft | null
      if (current && !this.#hasSent(current)) this.#moveAside()
      else this.revision = current?.revision ?? null
      return await this.#put(content, keepalive)
    }
  }

  async #remove(keepalive: boolean): Promise<undefined> {
    const params = { key: this.state.key }
    if (this.#unanswered.length > 0) {
      const current = await call('GET /drafts/:key', { params }).catch(ignoreNotFound)
      if (current && this.#hasSent(current)) this.revision = current.revision
    }
    if (this.revision !== null) {
      const query = { revision: String(this.revision) }
      await call('DELETE /drafts/:key', { params, query }, { keepalive }).catch((error) => {
        if (!isFailure(error, 'draft-changed')) throw error
        // Another window has stored other text: that stays.
        void this.#queries.invalidateQueries(draftListQuery)
      })
    }
    this.#noteStored(undefined)
  }

  #noteStored(stored: Omit<Draft, 'values'> | undefined): void {
    const { key } = this.state
    this.revision = stored?.revision ?? null
    this.#unanswered = []
    this.#queries.setQueryData(draftListQuery.queryKey, (list) => {
      const about = list?.find((draft) => draft.key === key)?.about ?? null
      const others = list?.filter((draft) => draft.key !== key)
      return others && stored ? [{ ...stored, about }, ...others] : others
    })
  }

  #hasSent({ id, values }: DraftContent): boolean {
    return this.#unanswered.some((sent) => sent.id === id && hasSameTexts(sent.values, values))
  }

  /** Goes on under a key of its own. */
  #moveAside(): void {
    const number = Number(this.state.key.split('~')[1] ?? 1)
    this.leavePage()
    this.revision = null
    this.#unanswered = []
    this.#set({ key: freeKey(this.#queries, this.form, number + 1) })
    void this.#queries.invalidateQueries(draftListQuery)
  }
}

function hasSameTexts(some: Draft['values'], others: Draft['values']): boolean {
  return Object.keys({ ...some, ...others }).every((name) => some[name] === others[name])
}

/** For a record that is begun: the Idempotency-Key with which it is sent. Not `crypto.randomUUID`, which needs https. */
export function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

/** Those of another person who was signed in before are left out: nobody can store them any more. */
export const unstoredDrafts = () =>
  [...onPage.values()].filter(
    ({ state, owner }) => state.content && !state.isStored && (currentSession()?.sub ?? owner) === owner,
  )

/** Whether the page has text that the server has not. */
export const hasUnstoredText = () => unstoredDrafts().length > 0

/** What else the page would lose, such as files that are being sent. */
export const otherUnsaved = new Set<() => boolean>()

export const hasOtherUnsaved = () => [...otherUnsaved].some((exists) => exists())

/** Whether the page has text that was typed and not saved. */
export const hasDrafts = () => [...onPage.values()].some(({ state }) => state.content)

/** Stores what is not stored: with `keepalive` even if the page is closed. */
export async function storeDrafts(keepalive = true): Promise<void> {
  await Promise.all([...onPage.values()].map((draft) => draft.store(keepalive)))
}

/** Empties the page; what the server has stays there. */
export function forgetDrafts(): void {
  for (const draft of onPage.values()) draft.leavePage()
  tellListeners()
}

/** Which forms the person has begun and not saved. Read once for each page, and again when the person comes back to it. */
export const draftListQuery = queryOptions({
  queryKey: ['drafts', 'list'],
  queryFn: async ({ signal }) => {
    await storeDrafts(false)
    return await call('GET /drafts', {}, { signal })
  },
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnMount: false,
  // However recently it was read: what the form says of another window must be true.
  refetchOnWindowFocus: 'always',
})

/** `note:CLIENT~2` → `note:CLIENT`. */
export const formOf = (key: string) => key.split('~')[0] as DraftForm

const listed = (queries: QueryClient) => queries.getQueryData(draftListQuery.queryKey) ?? []

/** The keys of the person's drafts: on the server, the latest first, and on this page. */
export function draftKeys(queries: QueryClient): string[] {
  const typed = [...onPage.values()].map(({ state }) => state)
  const keys = new Set([...listed(queries), ...typed].map(({ key }) => key))
  const isDropped = (key: string) => onPage.get(key)?.state.content === null
  return [...keys].filter((key) => !isDropped(key))
}

function freeKey(queries: QueryClient, form: DraftForm, first = 1): string {
  const taken = draftKeys(queries)
  for (let number = first; ; number++) {
    const key = number === 1 ? form : `${form}~${number}`
    if (!taken.includes(key)) return key
  }
}

/** A new client or employee, of whom there may be several at a time. */
export const beginsEmpty = (form: DraftForm) => form.startsWith('new-')

/** What this page has typed or read last; else the latest. */
function keyToOpen(queries: QueryClient, form: DraftForm): string {
  const typed = [...onPage.values()].findLast((draft) => draft.form === form && draft.state.content)
  const latest = draftKeys(queries).find((key) => formOf(key) === form && !beginsEmpty(form))
  return typed?.state.key ?? latest ?? freeKey(queries, form)
}

/** The draft that a form opens with, by its key if the address names it; undefined if it has to be read first. */
export function draftOnPage(queries: QueryClient, form: DraftForm, named?: string): PageDraft | undefined {
  const list = queries.getQueryData(draftListQuery.queryKey)
  const key = named ?? keyToOpen(queries, form)
  const known = onPage.get(key)
  if (known && !known.state.isStored) return known
  // A link may be newer than the list.
  if (!list || (named && !known)) return undefined
  const revision = list.find((draft) => draft.key === key)?.revision ?? null
  if (!known) return revision === null ? new PageDraft(queries, key) : undefined
  return known.revision === revision ? known : undefined
}

export async function openDraft(queries: QueryClient, form: DraftForm, named?: string): Promise<PageDraft> {
  await queries.ensureQueryData(draftListQuery)
  const draft = draftOnPage(queries, form, named)
  if (draft) return draft
  const key = named ?? keyToOpen(queries, form)
  const found = await call('GET /drafts/:key', { params: { key } }).catch(ignoreNotFound)
  // Saved or discarded since the list was read.
  if (!found) void queries.invalidateQueries(draftListQuery)
  return new PageDraft(queries, key, found ?? undefined)
}

/** A further draft of a form, with what another screen gives it. */
export async function beginDraft(
  queries: QueryClient,
  form: DraftForm,
  values: Draft['values'],
): Promise<PageDraft> {
  await queries.ensureQueryData(draftListQuery)
  const draft = new PageDraft(queries, freeKey(queries, form))
  draft.write({ id: newDraftId(), values, version: null })
  return draft
}
