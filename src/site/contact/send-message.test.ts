import { afterEach, expect, it, vi } from 'vitest'
import { sendMessage } from './send-message.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['the stored token', 'a.b.c', { authorization: 'Bearer a.b.c' }],
  ['no token when none is stored', null, {}],
])('sends %s with a message', async (_, token, header) => {
  const fetch = vi.fn(async () => new Response(null, { status: 201 }))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('localStorage', { getItem: () => token })
  expect(await sendMessage('/api/contact', {}, 'key')).toEqual({ sent: true })
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'key', ...header }
  expect(fetch).toHaveBeenCalledWith('/api/contact', expect.objectContaining({ headers }))
})
