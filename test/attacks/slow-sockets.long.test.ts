import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { pdf } from '#test/support/pictures.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { keptConnection } from './kept-connection.ts'

/* 600 slow sockets are closed within 30 seconds while others are served. */

const callers = 600
const longest = 30
const ticksPerSecond = 4

const open = new Set<Socket>()
let come = 0
const app = await createTestApp()
app.fastify.server.on('connection', (socket) => {
  come += 1
  open.add(socket)
  socket.on('close', () => open.delete(socket))
})
await app.fastify.listen({ port: 0, host: '127.0.0.1' })
const port = (app.fastify.server.address() as AddressInfo).port

interface Slow {
  name: string
  /** Sent at once. */
  begin: string
  /** Sent again and again, a letter each second. */
  drip?: string
  /** Whether answers are read. */
  reads: boolean
  /** What is answered before the line is closed. */
  expected: RegExp
}

const request = (line: string, ...headers: string[]) => [line, 'Host: localhost', ...headers].join('\r\n')

const tooSlow = /^HTTP\/1\.1 408 .*"code":"timed-out"/s

const slow: readonly Slow[] = [
  { name: 'says nothing', begin: '', reads: true, expected: tooSlow },
  {
    name: 'never ends its headers',
    begin: `${request('GET /api/health HTTP/1.1')}\r\nX-Slow: `,
    drip: 'a',
    reads: true,
    expected: tooSlow,
  },
  {
    name: 'never ends its body',
    begin: `${request('POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 9000')}\r\n\r\n{`,
    drip: ' ',
    reads: true,
    expected: tooSlow,
  },
  {
    name: 'never ends the body of a refused call',
    begin: `${request('POST /api/clients HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 9000')}\r\n\r\n{`,
    drip: ' ',
    reads: true,
    expected: /^HTTP\/1\.1 401 /,
  },
  {
    name: 'never ends the body of a refused file',
    begin: `${request('POST /api/clients/x/files HTTP/1.1', 'Content-Type: application/octet-stream', 'Content-Length: 9000')}\r\n\r\n{`,
    drip: ' ',
    reads: true,
    expected: /^HTTP\/1\.1 401 /,
  },
  {
    name: 'never ends the body of a call to no address',
    begin: `${request('POST /api/%zz HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 9000')}\r\n\r\n{`,
    drip: ' ',
    reads: true,
    expected: /^HTTP\/1\.1 400 /,
  },
  {
    name: 'is silent in the middle of its body',
    begin: `${request('POST /api/contact HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}\r\n\r\n5\r\n{`,
    reads: true,
    expected: tooSlow,
  },
]

/** A few: to fill the line with answers is work for both sides. */
const deaf: readonly Slow[] = Array(20).fill({
  name: 'never reads its answers',
  begin: `${request('GET /api/openapi.json HTTP/1.1')}\r\n\r\n`.repeat(20),
  reads: false,
  expected: /^/,
})

test(`disconnects ${callers} slow clients within ${longest} seconds while others are served [T432]`, async () => {
  const many = Array.from(
    { length: callers - deaf.length },
    (_, number) => slow[number % slow.length] as Slow,
  )
  const sockets = await Promise.all([...many, ...deaf].map(begin))
  // On a busy machine the first are hung up on before the last have come: they never are all there at once.
  await vi.waitFor(() => expect(come).toBe(callers), { timeout: 100_000 })
  // Counted in ticks of this same process, which come late when the machine is busy, as the server's own do.
  let ticks = 0
  const clock = setInterval(() => {
    ticks += 1
    if (ticks % ticksPerSecond === 0)
      for (const { slow: slowness, socket } of sockets) socket.write(slowness.drip ?? '')
  }, 1000 / ticksPerSecond)
  const line = keptConnection(port)
  onTestFinished(() => {
    clearInterval(clock)
    line.close()
    for (const { socket } of sockets) socket.destroy()
  })
  let served = 0
  // The one line of those who are served stays open.
  do {
    const { status } = await line.send({ method: 'GET', path: '/api/health', headers: {} })
    expect(status).toBe(200)
    served += 1
    await pause(100)
  } while (open.size > 1 && ticks <= longest * ticksPerSecond)
  const left = [...open].map(
    ({ remotePort }) => sockets.find(({ ownPort }) => ownPort === remotePort)?.slow.name,
  )
  expect([...new Set(left)], 'still open').toEqual([undefined])
  expect(ticks).toBeLessThanOrEqual(longest * ticksPerSecond)
  expect(served).toBeGreaterThan(ticks)
  for (const { slow: slowness, answer } of sockets) expect(answer(), slowness.name).toMatch(slowness.expected)
  expect(app.logged.filter((entry) => /"level":(50|60)/.test(entry))).toEqual([])
})

interface Begun {
  slow: Slow
  socket: Socket
  ownPort: number | undefined
  answer: () => string
}

function begin(slowness: Slow): Promise<Begun> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(slowness.begin)
      resolve({ slow: slowness, socket, ownPort: socket.localPort, answer: () => answer })
    })
    if (slowness.reads) socket.on('data', (part) => (answer += part))
    else socket.pause()
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // It writes on after it was hung up on.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
}

test('receives a file for longer than any other body [T1372]', async () => {
  const { token } = await app.member('super-admin')
  const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token })
  const bytes = pdf('x'.repeat(50))
  const socket = connect(port, '127.0.0.1')
  const answer = text(socket)
  const headers = [
    `Authorization: Bearer ${token}`,
    'Content-Type: application/octet-stream',
    "Content-Disposition: attachment; filename*=UTF-8''Lease.pdf",
    `Content-Length: ${bytes.length}`,
    'Connection: close',
  ]
  socket.write(`${request(`POST /api/clients/${client.id}/files HTTP/1.1`, ...headers)}\r\n\r\n`)
  // A second more than other bodies may take, and as often as a connection must not be silent.
  for (let sent = 0; sent < 21; sent += 1) {
    socket.write(bytes.subarray(sent, sent + 1))
    await pause(1000)
  }
  socket.write(bytes.subarray(21))
  expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
})
