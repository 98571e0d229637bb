import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'
import type { Call } from './document-shape.ts'

const call: Call = {
  method: 'POST',
  path: '/things/{id}',
  id: 'things-add',
  operation: {
    operationId: 'things.add',
    tags: ['things'],
    summary: 'Add a thing',
    description: 'Adds it.',
    security: [{ session: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: {}, example: 'a b' },
      { name: 'search', in: 'query', required: false, schema: {}, example: "O'Neil & co" },
      { name: 'limit', in: 'query', required: false, schema: {} },
    ],
    requestBody: {
      content: { 'application/json': { schema: {}, example: { text: "It's $HOME `here`" } } },
      'x-body-limit': 1024,
    },
    responses: {},
  },
}

test('a shell reads the command as it was meant', () => {
  const script = `curl() { printf '%s\\n' "$@"; }; TOKEN=secret\n${curlOf(call, 'http://localhost/api')}`
  const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(read).toBe(
    `http://localhost/api/things/a%20b?search=O%27Neil+%26+co
-X
POST
-H
Authorization: Bearer secret
-H
Content-Type: application/json
-d
${JSON.stringify({ text: "It's $HOME `here`" }, null, 2)}
`,
  )
})

test('what anyone may call needs no token', () => {
  for (const security of [[], [{}, { session: [] }]]) {
    const open = { ...call, method: 'GET', operation: { ...call.operation, security } }
    expect(curlOf(open, 'http://localhost/api')).not.toContain('TOKEN')
  }
})
