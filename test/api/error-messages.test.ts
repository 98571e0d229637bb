import { describe, expect, test } from 'vitest'
import type { ZodMiniObject } from 'zod/mini'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { failures } from '#contract/failures.ts'
import { type Answer, createTestApp } from '#test/support/test-app.ts'

/* Whatever a caller sends, the answer is a sentence for people. */

const app = await createTestApp()
const token = await app.tokenOf('super-admin')

/** The schema library's own words, in any of its messages. */
const jargon = /invalid (input|option|key|string)|expected|received|undefined|\bnull\b|too (big|small)|regex/i

function expectSentences({ status, body }: Answer): void {
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-input' })
  for (const sentence of [body.message, ...Object.values<string>(body.fields)]) {
    expect(sentence).toMatch(/^["A-Z].* /)
    expect(sentence).not.toMatch(jargon)
  }
}

test('every failure has a code for programs and a sentence for people [T249]', () => {
  for (const [code, { message }] of Object.entries(failures)) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(message).toMatch(/^[A-Z].*[.)]$/)
  }
})

const params = { id: '00000000-0000-4000-8000-000000000000' }

describe.each(allEndpoints.filter(({ body }) => body))('$method $path', (endpoint) => {
  const sendBytes = (payload: string) =>
    app.sendRaw({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/:\w+/g, params.id)}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload,
    })

  test.each(['', 'null', '[]', '"x"', '5', 'true', '[{}]'])(
    'asks for an object instead of %j',
    async (payload) => {
      const answer = await sendBytes(payload)
      expectSentences(answer)
      expect(answer.body.message).toBe('Send a JSON object with the fields that this call takes.')
      expect(answer.body.fields).toEqual({ body: answer.body.message })
    },
  )

  test('has a sentence for each field that is missing or of a wrong type [T246]', async () => {
    // A search may name no filter.
    if (!endpoint.body?.safeParse({}).success) expectSentences(await sendBytes('{}'))
    const names = Object.keys((endpoint.body as ZodMiniObject).shape)
    for (const value of [null, 5, true, [], ['x'], {}, { $gt: '' }]) {
      const body = Object.fromEntries(names.map((name) => [name, value]))
      // What asks for yes or no alone has nothing to say against `true`.
      if (!endpoint.body?.safeParse(body).success) expectSentences(await sendBytes(JSON.stringify(body)))
    }
  })
})

// A call that takes a file has to get one first.
describe.each(allEndpoints.filter(({ query, takesFile }) => query && !takesFile))(
  '$method $path',
  (endpoint) => {
    test('has a sentence for each wrong query parameter [T251]', async () => {
      for (const name of Object.keys((endpoint.query as ZodMiniObject).shape))
        expectSentences(await app.send(endpoint, { params, token, query: { [name]: 'x'.repeat(300) } }))
    })
  },
)

test.each(['/audit', '/clients', '/contact', '/employees'])(
  'GET %s refuses a search in its address and names the call that takes it',
  async (path) => {
    for (const query of ['search=warsame', 'search=warsame&limit=5', 'search=']) {
      const headers = { authorization: `Bearer ${token}` }
      expect(await app.sendRaw({ url: `/api${path}?${query}`, headers }), query).toMatchObject({
        status: 400,
        body: { fields: { search: `Send the search text in the body of POST ${path}/search` } },
      })
    }
  },
)
