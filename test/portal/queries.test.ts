import { focusManager, onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import type { Client } from '#contract/clients/schema.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { showClient } from '#portal/clients/changes.ts'
import { clientQueries, readClientFilters } from '#portal/clients/queries.ts'
import { noteQueries } from '#portal/notes/queries.ts'
import { newQueryClient } from '#portal/query-client.ts'

const client = { id: 'c1', firstName: 'Hodan', status: 'pending', version: 2 } as Client
const wholeList = { ...readClientFilters(new URLSearchParams()), search: '', cursor: undefined, page: 1 }

let queries: QueryClient
/** Requests in their order, by what follows `/api`, each answered when the test says. */
let requests: { path: string; answer: (body: unknown) => void }[]
const paths = () => requests.map(({ path }) => path)
const settled = () => new Promise((resolve) => setTimeout(resolve, 10))

async function answer(path: string, body: unknown) {
  for (const request of requests.filter((request) => request.path === path)) request.answer(body)
  await settled()
}

beforeEach(() => {
  queries = newQueryClient()
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
  it('does not request a record again on focus, on reconnect, or when it is soon opened again', async () => {
    for (const options of [clientQueries.one('c1'), clientQueries.withoutNote(undefined)]) {
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

test('logs a failed load, and only its message [T840]', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const failed = queries.fetchQuery({
    queryKey: ['clients', 'Hodan'],
    queryFn: () => Promise.reject(new Error('The server is not responding.')),
  })
  await expect(failed).rejects.toThrow()
  expect(log.mock.calls).toEqual([['Could not be loaded: The server is not responding.']])
})

describe('the notes report', () => {
  it('requests the notes report at each opening, without the data of the one before', async () => {
    const open = () => new QueryObserver(queries, noteQueries.report('c1'))
    const first = open()
    const stop = first.subscribe(() => {})
    await answer('/clients/c1', client)
    await answer('/clients/c1/notes', [{ id: 'old', goals: [] }])
    expect(first.getCurrentResult().data?.notes).toEqual([{ id: 'old', goals: [] }])
    stop()
    await settled()
    expect(open().getCurrentResult().data).toBeUndefined()
  })
})

describe('a saved client', () => {
  it('loads counts and lists to the end when a client is saved meanwhile', async () => {
    const reads = [
      clientQueries.summary('all'),
      clientQueries.withoutNote(undefined),
      clientQueries.page(wholeList),
    ]
    const observers = reads.map((options) => new QueryObserver<unknown>(queries, options as never))
    for (const observer of observers) observer.subscribe(() => {})
    await settled()
    await showClient(queries, client)
    await settled()
    for (const { path, answer } of requests) answer(path.includes('summary') ? { total: 1 } : { items: [] })
    await settled()
    expect(observers.map((observer) => observer.getCurrentResult().status)).toEqual(Array(3).fill('success'))
  })

  it('updates a saved client in a list without a new request', async () => {
    const page = new QueryObserver(queries, clientQueries.page(wholeList))
    page.subscribe(() => {})
    await settled()
    await answer('/clients/search', { items: [{ id: 'c1', status: 'active' }, { id: 'c2' }], total: 2 })
    await showClient(queries, client)
    await settled()
    expect(page.getCurrentResult().data?.items).toEqual([client, { id: 'c2' }])
    expect(paths()).toEqual(['/clients/search'])
  })

  it('loads a list again that was being loaded when a client was saved', async () => {
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
  const error = new CallFailure({ message: 'The server is not responding.', code: 'no-answer' }, 0, false)
  const rendered = (query: { data?: string; error?: unknown; isFetchNextPageError?: boolean }) => {
    const fullQuery = { data: undefined, error: null, isFetching: false, refetch() {}, ...query }
    const children = (data: string) => data
    const props = { query: fullQuery, waiting: 'Loading…', failed: 'Unable to load.', children }
    return renderToStaticMarkup(createElement(Loaded<string>, props))
  }

  it('shows that data is loading, the data, or an error with another try', () => {
    expect(rendered({})).toBe('Loading…')
    expect(rendered({ data: 'Three clients' })).toBe('Three clients')
    expect(rendered({ error })).toMatch(/Unable to load\..*The server is not responding\..*Try again/)
  })

  it('keeps showing data when a refresh failed, marked as possibly out of date', () => {
    const html = rendered({ data: 'Three clients', error })
    expect(html).toMatch(/may be out of date\..*The server is not responding\..*Try again.*Three clients/)
  })

  it('does not mark data as out of date when only the next page failed', () => {
    expect(rendered({ data: 'Three clients', error, isFetchNextPageError: true })).toBe('Three clients')
  })
})
