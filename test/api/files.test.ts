import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { fileEndpoints } from '#contract/files/endpoints.ts'
import { largestFile } from '#contract/files/fields.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { scan } from '#server/files/scanner.ts'
import { hodan } from '#test/support/people.ts'
import { jpeg, pdf, png, segment } from '#test/support/pictures.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const chief = await app.member('super-admin', 'chief@example.org')
const amina = await app.member('employee', 'amina@example.org')

let clientId: string
const newClient = async () =>
  (await app.send(clientEndpoints.add, { body: hodan, token: chief.token })).body.id as string
beforeEach(async () => {
  clientId = await newClient()
})

interface Upload {
  id?: string
  name?: string
  headers?: object
  query?: string
  to?: typeof app
}

const add = (
  bytes: Buffer,
  { id = clientId, name = 'Lease.pdf', headers, query = '', to = app }: Upload = {},
) =>
  to.sendRaw({
    method: 'POST',
    url: `/api/clients/${id}/files${query}`,
    headers: {
      authorization: `Bearer ${amina.token}`,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...headers,
    },
    payload: bytes,
  })
const list = async (id = clientId) =>
  (await app.send(fileEndpoints.list, { params: { id }, token: amina.token })).body
const content = async (id: string, token = amina.token) => {
  const { statusCode, rawPayload, headers } = await app.fastify.inject({
    url: `/api/files/${id}/content`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, bytes: rawPayload, headers }
}
const edit = (id: string, body: object) =>
  app.send(fileEndpoints.edit, { params: { id }, body, token: amina.token })
const remove = (id: string, { token } = chief) => app.send(fileEndpoints.remove, { params: { id }, token })
const addPaper = async (id: string) =>
  (
    await app.send(paperEndpoints.add, {
      params: { id },
      body: { kind: 'lease', signedOn: '2026-03-05' },
      token: amina.token,
    })
  ).body.id as string

test('a file is stored as what it is, downloaded as an attachment, and each view leaves a row [T1360]', async () => {
  const bytes = jpeg(segment(0xe1, 'Exif\0\0GPS'))
  const { status, body: file } = await add(bytes, { name: 'Läase (1) "März".html' })
  const stored = jpeg()
  expect(status).toBe(201)
  expect(file).toEqual({
    ...{ _id: file.id, id: file.id, clientId, paperId: null, name: 'Läase (1) "März".html' },
    ...{ type: 'image/jpeg', bytes: stored.length, createdBy: amina.email, version: 1 },
    sha256: createHash('sha256').update(stored).digest('hex'),
    createdAt: app.context.now.toISOString(),
  })
  expect(await list()).toEqual([file])
  const { headers, ...rest } = await content(file.id)
  expect(rest).toEqual({ status: 200, bytes: stored })
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(stored.length),
    'content-disposition': "attachment; filename*=UTF-8''L%C3%A4ase%20%281%29%20%22M%C3%A4rz%22.html",
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const rows = await app.audited({ record_kind: 'file', record_id: file.id }, 'action', 'details')
  expect(rows).toMatchObject([
    { action: 'added', details: { client: clientId, fields: ['name'] } },
    { action: 'viewed', details: { client: clientId } },
  ])
})

test('a file of many pieces comes back whole [T1361]', async () => {
  const bytes = Buffer.concat([pdf(), Buffer.alloc(largestFile - pdf().length, 'abcdefg')])
  const { body: file } = await add(bytes)
  expect(file.bytes).toBe(largestFile)
  expect((await content(file.id)).bytes.equals(bytes)).toBe(true)
  expect(await add(Buffer.concat([bytes, Buffer.from('x')]))).toMatchObject({ status: 413 })
})

test('what is no PDF, JPEG or PNG is refused, whatever it is called [T1362]', async () => {
  const refused = (message: string) => ({ status: 400, body: { code: 'file-type', message } })
  const others = 'Only PDF, JPEG and PNG files can be stored.'
  expect(await add(Buffer.from('<script>alert(1)</script>'))).toMatchObject(refused(others))
  expect(await add(jpeg().subarray(0, -2))).toMatchObject(
    refused('This picture is damaged. Nothing was stored.'),
  )
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  expect((await add(heic, { name: 'IMG_1.jpg' })).body.message).toMatch(/HEIC.*Most Compatible/)
  const type = { 'content-type': 'application/json' }
  expect(await add(Buffer.from('{}'), { headers: type })).toMatchObject({ status: 415 })
  expect(await add(Buffer.alloc(0))).toMatchObject({ status: 400 })
  const zipped = { 'content-encoding': 'gzip' }
  expect(await add(pdf(), { headers: zipped })).toMatchObject({ status: 415 })
  // No other call takes a file.
  const { url, method } = { url: '/api/clients/search', method: 'POST' }
  const headers = {
    authorization: `Bearer ${amina.token}`,
    'content-type': 'application/octet-stream',
  }
  expect(await app.sendRaw({ url, method, headers, payload: pdf() })).toMatchObject({ status: 415 })
  expect(await list()).toEqual([])
})

test('a file needs a name of at most 200 characters on one line [T1363]', async () => {
  const header = (value: string) => ({ headers: { 'content-disposition': value } })
  for (const wrong of [
    { name: '' },
    { name: 'a\nb.pdf' },
    { name: 'a'.repeat(201) },
    { name: 'a\u202Efdp.exe' },
    header('attachment; filename="Lease.pdf"'),
    header("attachment; filename*=UTF-8''%E4.pdf"),
  ])
    expect(await add(pdf(), wrong)).toMatchObject({
      status: 400,
      body: { fields: { name: expect.any(String) } },
    })
  expect((await add(pdf(), { name: '../../etc/passwd' })).body.name).toBe('../../etc/passwd')
})

test('the same upload sent again stores the file once [T1364]', async () => {
  const headers = { 'idempotency-key': 'a-key-for-one-file' }
  const { body: first } = await add(pdf(), { headers })
  const again = await add(pdf(), { headers })
  expect(again).toMatchObject({ status: 201, body: first, headers: { 'idempotency-replayed': 'true' } })
  expect(await add(pdf('Another'), { headers })).toMatchObject({ status: 422 })
  expect(await add(pdf(), { headers, name: 'Other.pdf' })).toMatchObject({ status: 422 })
  expect(await list()).toEqual([first])
})

test('a file is renamed and moved to a signed document of its client [T1365]', async () => {
  const paper = await addPaper(clientId)
  const { body: file } = await add(pdf(), { query: `?paper=${paper}` })
  expect(file.paperId).toBe(paper)
  const { body: renamed } = await edit(file.id, { name: ' Lease 2026.pdf ', paperId: null, version: 1 })
  expect(renamed).toEqual({ ...file, name: 'Lease 2026.pdf', paperId: null, version: 2 })
  expect(await edit(file.id, { name: 'x', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'version-conflict', current: renamed },
  })
  const foreign = await addPaper(await newClient())
  for (const paperId of [foreign, 'no-such-paper']) {
    const refused = { status: 400, body: { fields: { paperId: 'This client has no such signed document.' } } }
    expect(await edit(file.id, { paperId })).toMatchObject(refused)
    expect(await add(pdf(), { query: `?paper=${paperId}` })).toMatchObject(refused)
  }
  const rows = await app.audited({ record_id: file.id, action: 'edited' }, 'details')
  expect(rows).toMatchObject([{ details: { client: clientId, fields: ['name', 'paperId'] } }])
})

test('admins delete a file, a super-admin restores it, and it goes with its client [T1366]', async () => {
  const { body: file } = await add(pdf())
  expect(await remove(file.id, amina)).toMatchObject({ status: 403 })
  expect(await remove(file.id)).toMatchObject({ status: 204 })
  expect(await list()).toEqual([])
  expect(await content(file.id)).toMatchObject({ status: 404 })
  expect(await edit(file.id, { name: 'x' })).toMatchObject({ status: 404 })
  const { body: deleted } = await app.send(deletedRecordEndpoints.list, {
    query: { kind: 'file' },
    token: chief.token,
  })
  expect(deleted.items).toMatchObject([{ id: file.id, name: 'Lease.pdf, Hodan Warsame', kind: 'file' }])
  const restore = (id: string) =>
    app.send(deletedRecordEndpoints.restore, { params: { id }, token: chief.token })
  await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
  expect(await restore(file.id)).toMatchObject({ status: 409, body: { code: 'client-deleted' } })
  await restore(clientId)
  expect(await restore(file.id)).toMatchObject({ status: 204 })
  expect(await list()).toMatchObject([{ id: file.id, version: 3 }])
  await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
  expect(await content(file.id)).toMatchObject({ status: 404 })
})

test('files have a limit for each client and one for all, which deleted ones count towards [T1367]', async () => {
  await app.pool.query(
    `INSERT INTO files (client_id, name, type, bytes, sha256, created_at)
     SELECT $1, 'x.pdf', 'application/pdf', 1, '', now() FROM generate_series(1, 299)`,
    [clientId],
  )
  const { body: last } = await add(pdf())
  await remove(last.id)
  expect(await add(pdf())).toMatchObject({
    status: 409,
    body: { code: 'too-many', message: 'A client can have at most 300 files.' },
  })
  const { bytes } = last
  const full = await createTestApp({ db: app.db, files: { mostBytes: bytes, scanner: undefined } })
  await app.ownerDb.deleteFrom('files').execute()
  const first = await Promise.all([add(pdf(), { to: full as never }), add(pdf(), { to: full as never })])
  expect(first.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(first.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'files-full' })
})

test('a fifth upload at the same time is refused [T1368]', async () => {
  const replies = await Promise.all(Array.from({ length: 5 }, () => add(png())))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 503])
  expect(replies.find(({ status }) => status === 503)?.headers).toMatchObject({ 'retry-after': '5' })
  expect(await add(png())).toMatchObject({ status: 201 })
})

/** Sends an upload as it is, of which the rest may never come. */
async function upload(headers: string[], content: Buffer | string) {
  if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const lines = [
    `POST /api/clients/${clientId}/files HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${amina.token}`,
    "Content-Disposition: attachment; filename*=UTF-8''Lease.pdf",
    ...headers,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.write(content)
  return socket
}

test('a file without its length, or no file at all, is refused [T1401]', async () => {
  const type = 'Content-Type: application/octet-stream'
  const chunks = '1\r\n%\r\n'.repeat(100)
  for (const [headers, content] of [
    [[type, 'Transfer-Encoding: chunked'], `${chunks}0\r\n\r\n`],
    [[type, 'Content-Length: 0'], ''],
    [['Content-Length: 0'], ''],
    [[], ''],
  ] as const)
    expect(await text(await upload([...headers], content))).toMatch(
      /^HTTP\/1\.1 400 .*Send a file that is not empty, and its Content-Length/s,
    )
})

test('an upload that is cut off leaves its place to others [T1402]', async () => {
  const headers = ['Content-Type: application/octet-stream', 'Content-Length: 9000']
  const began = await Promise.all(Array.from({ length: 5 }, () => upload(headers, '%PDF-')))
  // One of them finds no place.
  expect(await Promise.any(began.map((socket) => text(socket)))).toMatch(/^HTTP\/1\.1 503 /)
  for (const socket of began) socket.destroy()
  await expect.poll(async () => (await add(pdf())).status).toBe(201)
})

/** A scanner that does what the function does with each connection. */
async function scannerThat(does: (socket: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    does(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a scanner that answers before it has read everything holds nothing up [T1403]', async () => {
  const address = await scannerThat((socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'))
  const bytes = Buffer.alloc(2 * largestFile)
  await expect(scan(address, bytes)).rejects.toMatchObject({ code: 'scanner-away' })
})

test('while files of a client are scanned, others can change the client’s record [T1404]', async () => {
  const scanned: Socket[] = []
  const scanner = await scannerThat((socket) => scanned.push(socket))
  const to = (await createTestApp({ db: app.db, files: { mostBytes: 1_000_000, scanner } })) as typeof app
  const adding = [add(pdf(), { to }), add(pdf(), { to })]
  await expect.poll(() => scanned.length).toBe(2)
  const note = { params: { id: clientId }, body: { text: 'Called.' }, token: amina.token }
  expect(await to.send(noteEndpoints.add, note)).toMatchObject({ status: 201 })
  for (const socket of scanned) socket.end('stream: OK\0')
  for (const reply of adding) expect(await reply).toMatchObject({ status: 201 })
})

test('a file is scanned before it is stored, and only a clear answer lets it pass [T1369]', async () => {
  let answer = 'stream: OK\0'
  let received = Buffer.alloc(0)
  const server = createServer((socket) => {
    received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
      if (received.subarray(-4).equals(Buffer.alloc(4))) socket.end(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const files = { mostBytes: 1_000_000, scanner: `127.0.0.1:${port}` }
  const to = (await createTestApp({ db: app.db, files })) as never
  const bytes = Buffer.concat([pdf(), Buffer.alloc(100_000, 1)])
  expect(await add(bytes, { to })).toMatchObject({ status: 201 })
  const [first, second] = [bytes.subarray(0, 65_536), bytes.subarray(65_536)]
  const length = (part: Buffer) =>
    Buffer.from([0, part.length >> 16, (part.length >> 8) & 255, part.length & 255])
  expect(received).toEqual(
    Buffer.concat([
      Buffer.from('zINSTREAM\0'),
      ...[length(first), first, length(second), second, Buffer.alloc(4)],
    ]),
  )
  answer = 'stream: Eicar-Test-Signature FOUND\0'
  expect(await add(bytes, { to })).toMatchObject({ status: 422, body: { code: 'infected' } })
  expect(await app.audited({ action: 'infected' }, 'details', 'actor_id')).toMatchObject([
    { details: { client: clientId }, actor_id: amina.id },
  ])
  for (answer of ['INSTREAM size limit exceeded. ERROR\0', 'stream: something ERROR\0', ''])
    expect(await add(bytes, { to })).toMatchObject({ status: 503, body: { code: 'scanner-away' } })
  server.close()
  expect(await add(bytes, { to })).toMatchObject({ status: 503, body: { code: 'scanner-away' } })
  expect(await list()).toHaveLength(1)
})
