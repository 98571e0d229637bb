import { type AddressInfo, connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { failures } from '#contract/failures.ts'
import { createTestApp } from '#test/support/test-app.ts'

/* Bytes that no client of ours would send, over a line of their own. */

const app = await createTestApp()
await app.fastify.listen({ port: 0, host: '127.0.0.1' })
const port = (app.fastify.server.address() as AddressInfo).port

const hidden = 'GET /api/health HTTP/1.1\r\nHost: hidden\r\n\r\n'
const post = (...headers: string[]) =>
  ['POST /api/contact HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join('\r\n')
const get = (...headers: string[]) =>
  ['GET /api/clients HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n')

/** What is refused with at most one answer, however much follows: nothing may be hidden behind it. */
const refused: Record<string, string> = {
  'two ways to say how long it is': `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
  'two lengths': `${post('Content-Length: 0', 'Content-Length: 44')}${hidden}`,
  'a list of lengths': `${post('Content-Length: 0, 44')}${hidden}`,
  'a length that is none': `${post('Content-Length: -1')}${hidden}`,
  'a length with a sign': `${post('Content-Length: +44')}${hidden}`,
  'an endless length': post(`Content-Length: ${'9'.repeat(40)}`),
  'an encoding that is none': `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${hidden}`,
  'chunked, and then something else': `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${hidden}`,
  'a blank before the colon': `${post('Transfer-Encoding : chunked')}0\r\n\r\n${hidden}`,
  'a chunk of a wrong size': `${post('Transfer-Encoding: chunked')}xyz\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk of a negative size': `${post('Transfer-Encoding: chunked')}-1\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk beyond all bounds': `${post('Transfer-Encoding: chunked')}${'F'.repeat(20)}\r\n{}\r\n0\r\n\r\n`,
  'a chunk with a long extension': `${post('Transfer-Encoding: chunked')}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  'a header without a colon': get('Nonsense'),
  'a header that goes on': get('X-A: 1', ' folded: 2'),
  'NUL in a header': get('X-A: \0'),
  'a lone carriage return': get(`X-A: 1\rX-B: 2`),
  'a name that is none': get('X A: 1'),
  'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'an address too long': `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'many headers': get(...Array.from({ length: 3_000 }, (_, number) => `X-${number}: 1`)),
  'a method in small letters': 'get /api/health HTTP/1.1\r\nHost: x\r\n\r\n',
  'a method that is none': 'ATTACK /api/health HTTP/1.1\r\nHost: x\r\n\r\n',
  'a version that is none': 'GET /api/health HTTP/9.9\r\nHost: x\r\n\r\n',
  'the words of another protocol': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the beginning of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'nothing but line ends and zeros': `\r\n\r\n${'\0'.repeat(100)}`,
  'a way through to elsewhere': 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
  'an address of all': 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'bytes that are no letters': 'GET /api/\xff\xfe\xc0 HTTP/1.1\r\nHost: x\r\n\r\n',
  'an expectation that is none': post('Expect: miracles', 'Content-Length: 2').concat('{}'),
}

test.each(Object.entries(refused))(
  'rejects %s with a failure, or closes the connection [T457]',
  async (_, bytes) => {
    const answer = await answerTo(bytes)
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
    expect(statuses.length, answer).toBeLessThanOrEqual(1)
    for (const status of statuses) {
      expect(status, answer).toBeGreaterThanOrEqual(400)
      expect(status, answer).toBeLessThan(500)
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      // Node.js itself hangs up on some without a word.
      if (/transfer-encoding: chunked/i.test(head) && body === '0') continue
      // Refused before any route was found.
      if (/^connection: close/im.test(head)) expect(head).toMatch(/^cache-control: no-store/im)
      const [, id] = /^x-request-id: (.+)$/im.exec(head) ?? []
      expect(app.logged.some((line) => JSON.parse(line).reqId === id?.trim())).toBe(true)
      const { message, code } = JSON.parse(body)
      expect({ message: typeof message, isKnown: code in failures }).toEqual({
        message: 'string',
        isKnown: true,
      })
    }
  },
)

/** What is strange, and means no more than it would without that. */
const ignored: Record<string, string> = {
  'a wish for another protocol': 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAA\r\n',
  'a wish for HTTP/2': 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
  'another method in a header': 'X-HTTP-Method-Override: DELETE\r\n',
  'another address in a header': 'X-Original-URL: /api/clients\r\nX-Rewrite-URL: /api/clients\r\n',
}

test.each(Object.entries(ignored))('ignores %s', async (_, headers) => {
  const answer = await answerTo(`GET /api/live HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toContain('"status":"ok"')
})

test('handles calls of callers who hang up before the answer', async () => {
  const token = await app.tokenOf('manager')
  for (let count = 0; count < 50; count += 1) {
    const socket = connect(port, '127.0.0.1')
    // Sooner or later, so that some calls are lost and some are under way.
    socket.write(get(`Authorization: Bearer ${token}`), () =>
      setTimeout(() => socket.resetAndDestroy(), count / 5),
    )
  }
  const listed = async () => expect(await app.audited({ action: 'listed' }, 'actor_id')).not.toEqual([])
  await vi.waitFor(listed, { timeout: 20_000 })
})

test('logs no error, and keeps serving', async () => {
  expect(app.logged.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
  expect(app.logged.filter((line) => /hidden|evil|miracles/.test(line))).toEqual([])
  expect((await answerTo('GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n')).slice(0, 12)).toBe('HTTP/1.1 200')
})

/** All that comes back until the line is closed. The caller says when it has said everything: Node.js then answers nothing that takes time. */
function answerTo(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(bytes, 'latin1')))
    socket.on('data', (part) => {
      answer += part
    })
    // Hung up on while it was still sending.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}
