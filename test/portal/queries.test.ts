import { focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Client } from '#contract/clients/schema.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { clientList, clientQueries, showClient } from '#portal/clients/queries.ts'
import { noteQueries } from '#portal/notes/queries.ts'
import { queryClient } from '#portal/query-client.ts'
import { readListState } from '#portal/screen/list-state.ts'

const client = { id: 'c1', firstName: 'Hodan', status: 'pending', version: 2 } as Client
const wholeList = readListState(clientList, new URLSearchParams())

let queries: QueryClient
/** Requests in their order, by what follows `/api`, each answered when the test says. */
let requests: { path: string; answer: (body: unknown) => void }[]
const paths = () => requests.map(({ path }) => path)
const settled = () => new Promise((resolve) => setTimeout(resolve, 10))

async function answer(path: string, body: unknown) {
  for (const request of requests.filter((one) => one.path === path)) request.answer(body)
  await settled()
}

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() })
  queries.mount()
  requests = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      requests.push({ path: url.replace('/api', ''), answer: (body) => resolve(Response.json(body)) })
    })
  })
})

afterEach(() => {
  queries.unmount()
  queries.clear()
  focusManager.setFocused(undefined)
  vi.unstubAllGlobals()
})

describe('a record that was read', () => {
  it('is not read again for a window that gets focus, a network that returns, or a screen opened soon after', async () => {
    for (const options of [clientQueries.one('c1'), clientQueries.withoutNote()]) {
      const stop = new QueryObserver<unknown>(queries, options as never).subscribe(() => {})
      await answer(paths().at(-1) ?? '', { items: [] })
      const before = paths().length
      focusManager.setFocused(false)
      focusManager.setFocused(true)
      onlineManager.setOnline(false)
      onlineManager.setOnline(true)
      await settled()
      expect(paths()).toHaveLength(before)
      stop()
    }
    const again = new QueryObserver(queries, clientQueries.one('c1')).subscribe(() => {})
    await settled()
    expect(paths().filter((path) => path === '/clients/c1')).toHaveLength(1)
    again()
  })
})

describe('the notes report', () => {
  it('is read anew at each opening and shows nothing of the one before', async () => {
    const open = () => new QueryObserver(queries, noteQueries.report('c1'))
    const first = open()
    const stop = first.subscribe(() => {})
    await answer('/clients/c1', client)
    await answer('/clients/c1/notes', [{ id: 'old' }])
    expect(first.getCurrentResult().data?.notes).toEqual([{ id: 'old' }])
    stop()
    await settled()
    expect(open().getCurrentResult().data).toBeUndefined()
  })
})

describe('a saved client', () => {
  it('leaves no count and no list that is just being read for the first time without data', async () => {
    const shown = [clientQueries.summary('all'), clientQueries.withoutNote(), clientQueries.page(wholeList)]
    const observers = shown.map((options) => new QueryObserver<unknown>(queries, options as never))
    for (const observer of observers) observer.subscribe(() => {})
    await settled()
    await showClient(queries, client)
    await settled()
    for (const { path, answer } of requests) answer(path.includes('summary') ? { total: 1 } : { items: [] })
    await settled()
    expect(observers.map((observer) => observer.getCurrentResult().status)).toEqual(Array(3).fill('success'))
  })

  it('takes its place in a list, which is not read again under the eyes of the person who edits in it', async () => {
    const page = new QueryObserver(queries, clientQueries.page(wholeList))
    page.subscribe(() => {})
    await settled()
    await answer('/clients/search', { items: [{ id: 'c1', status: 'active' }, { id: 'c2' }], total: 2 })
    await showClient(queries, client)
    await settled()
    expect(page.getCurrentResult().data?.items).toEqual([client, { id: 'c2' }])
    expect(paths()).toEqual(['/clients/search'])
    expect(queries.getQueryState(clientQueries.page(wholeList).queryKey)?.isInvalidated).toBe(true)
  })

  it('is not lost to a list that was being read when it was saved', async () => {
    const page = new QueryObserver(queries, clientQueries.page(wholeList))
    page.subscribe(() => {})
    await settled()
    const [early] = requests
    await showClient(queries, client)
    early?.answer({ items: [{ id: 'c1', status: 'active' }], total: 1 })
    await settled()
    requests.at(-1)?.answer({ items: [client], total: 1 })
    await settled()
    expect(page.getCurrentResult().data?.items).toEqual([client])
  })
})

describe('what a query has read', () => {
  const error = new CallFailure({ message: 'The server does not answer.', code: 'no-answer' }, 0, false)
  const shown = (query: { data?: string; error?: unknown; isFetchNextPageError?: boolean }) => {
    const asked = { data: undefined, error: null, isFetching: false, refetch() {}, ...query }
    const children = (data: string) => data
    const props = { query: asked, waiting: 'Loading…', failed: 'Unable to load.', children }
    return renderToStaticMarkup(createElement(Loaded<string>, props))
  }

  it('is awaited, shown, or said to have failed, with another try', () => {
    expect(shown({})).toBe('Loading…')
    expect(shown({ data: 'Three clients' })).toBe('Three clients')
    expect(shown({ error })).toMatch(/Unable to load\..*The server does not answer\..*Try again/)
  })

  it('stays in view when it could not be refreshed, and says that it may be out of date', () => {
    const html = shown({ data: 'Three clients', error })
    expect(html).toMatch(/may be out of date\..*The server does not answer\..*Try again.*Three clients/)
  })

  it('says nothing of its age when only the next page of a list could not be loaded', () => {
    expect(shown({ data: 'Three clients', error, isFetchNextPageError: true })).toBe('Three clients')
  })
})
