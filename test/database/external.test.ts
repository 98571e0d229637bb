import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { parseDatabaseUrl } from '#server/database/database-url.ts'
import { ownerRole } from '#server/database/embedded/roles.ts'
import type { ExternalSettings } from '#server/database/open-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { lineTo } from '#test/support/database-line.ts'
import { inSession, migrationsFolder, urlOf } from '#test/support/database-server.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const options = { progress: () => {}, log: silent, migrations: migrationsFolder }

async function errorMessage(settings: Omit<ExternalSettings, 'kind'>): Promise<string> {
  const outcome = await openDatabase({ kind: 'external', ...settings }, { ...options, mode: 'attach' }).catch(
    (error) => error,
  )
  if (outcome instanceof OperatorError) return outcome.message
  if (!(outcome instanceof Error)) await outcome.close()
  throw new Error('it was not refused', { cause: outcome })
}

async function makeDatabase() {
  const database = await createTestDatabase('empty')
  return database
}

test('refuses an owner of another database before it migrates anything', async () => {
  const [firstDatabase, secondDatabase] = [await makeDatabase(), await makeDatabase()]
  const sentence = await errorMessage({
    url: firstDatabase.connectionString,
    ownerUrl: secondDatabase.connectionString,
  })
  expect(sentence).toContain('name different databases')
  const { rows } = await secondDatabase.pool.query("SELECT to_regclass('clients') AS clients")
  expect(rows).toEqual([{ clients: null }])
})

test('names host and port of a server that does not answer, without the password', async () => {
  const port = await freePort()
  const sentence = await errorMessage({ url: `postgres://app:pa55word@127.0.0.1:${port}/stable_housing` })
  expect(sentence).toBe(
    `No database is responding at 127.0.0.1:${port} (connection refused). Start it, or correct DATABASE_URL.`,
  )
  expect(await errorMessage({ url: 'postgres://app:pa55word@no-such-host.invalid/x' })).toMatch(
    /^No database is responding at no-such-host.invalid:5432 \(.*host.*\)/,
  )
})

test('a start waits for a database that is away [T748]', async () => {
  const { connection } = await makeDatabase()
  const port = await freePort()
  const progress = vi.fn()
  const { user, password, database } = connection
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const opening = openDatabase({ kind: 'external', url }, { ...options, progress })
  await expect.poll(() => progress.mock.calls.flat()).toHaveLength(1)
  await lineTo(connection, port)
  const opened = await opening
  expect(await opened.isAlive()).toBe(true)
  await opened.close()
  expect(progress.mock.calls.flat()[0]).toBe(
    `No database is responding at 127.0.0.1:${port} (connection refused). Start it, or correct DATABASE_URL. Waiting for it …`,
  )
})

test('explains a wrong password, a wrong user and a missing database', async () => {
  const { connection } = await makeDatabase()
  expect(await errorMessage({ url: urlOf({ ...connection, password: 'pa55word' }) })).toBe(
    `The database server at ${connection.host} rejected the user stable_housing_owner or the password. Correct DATABASE_URL.`,
  )
  expect(await errorMessage({ url: urlOf({ ...connection, user: 'nobody-here' }) })).toContain(
    'rejected the user nobody-here',
  )
  expect(await errorMessage({ url: urlOf({ ...connection, database: 'nowhere' }) })).toBe(
    `The server at ${connection.host} has no database nowhere. Create it, or correct DATABASE_URL.`,
  )
})

test('refuses a server that is too old', async () => {
  const port = await serveOldPostgres('9.6.24')
  expect(await errorMessage({ url: `postgres://app@127.0.0.1:${port}/x` })).toBe(
    `The server at 127.0.0.1:${port} runs PostgreSQL 9.6.24, which is too old. Set DATABASE_URL to a server with PostgreSQL 15 or newer.`,
  )
})

test('refuses a database that is not UTF-8', async () => {
  const { superuserConnection, connection } = await makeDatabase()
  const database = `test_${randomBytes(6).toString('hex')}`
  const run = (sql: string) => inSession(superuserConnection, (client) => client.query(sql))
  await run(
    `CREATE DATABASE ${database} OWNER ${ownerRole} TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'`,
  )
  onTestFinished(async () => {
    await run(`DROP DATABASE ${database} WITH (FORCE)`)
  })
  expect(await errorMessage({ url: urlOf({ ...connection, database }) })).toContain('has the encoding LATIN1')
})

test.each([
  ['postgres://app@db.example.org/x', 'verify-full'],
  ['postgres://app@db.example.org/x?sslmode=no-verify&application_name=me', 'verify-full'],
  ['postgres://app@192.168.1.9/x?sslmode=prefer&uselibpqcompat=true&ssl=false', 'verify-full'],
  ['postgres://app@db.example.org/x?sslmode=disable', 'disable'],
  ['postgres://app@localhost/x', null],
  ['postgres://app@[::1]/x', null],
  ['postgres:///x?host=/run/postgresql', null],
])('%s is reached with sslmode=%s [T367]', (url, mode) => {
  const { connectionString, unencrypted } = parseDatabaseUrl(url)
  const parameters = new URL(connectionString.replace(':///', '://localhost/')).searchParams
  expect(parameters.get('sslmode')).toBe(mode)
  expect(parameters.has('uselibpqcompat')).toBe(false)
  expect(unencrypted).toBe(mode === 'disable')
})

test('explains a server that offers no TLS', async () => {
  const server = net.createServer((socket) => socket.once('data', () => socket.write('N')))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${await listen(server)}`
  expect(await errorMessage({ url: `postgres://app:pa55word@${host}/x?sslmode=verify-full` })).toContain(
    `The database at ${host} offers no encrypted connection`,
  )
})

test('PostgreSQL limits how long the server’s connections take, but not those of operators’ commands [T368]', async () => {
  const { connectionString: url } = await makeDatabase()
  const settings = async (client: { query: pg.Client['query'] }) => {
    const { rows } = await client.query(
      `SELECT current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
              current_setting('idle_in_transaction_session_timeout') AS timeouts`,
    )
    return rows[0].timeouts
  }
  const server = await openDatabase({ kind: 'external', url }, options)
  onTestFinished(() => server.close())
  expect(await settings(server.pools.reads as unknown as pg.Client)).toBe('15s 3s 20s')
  const operation = await openDatabase(
    { kind: 'external', url },
    { ...options, mode: 'attach', queryTimeout: 0 },
  )
  onTestFinished(() => operation.close())
  expect(await settings(operation.pools.reads as unknown as pg.Client)).toBe('0 0 0')
  expect(await operation.asOwner(settings)).toBe('0 0 0')
})

test('several instances can start at once and work side by side [T365]', async () => {
  const { connectionString: url } = await makeDatabase()
  const opening = [1, 2, 3, 4].map(() => openDatabase({ kind: 'external', url }, options))
  const instances = await Promise.all(opening)
  onTestFinished(() => Promise.all(instances.map(({ close }) => close())).then(() => {}))
  instances.push(await openDatabase({ kind: 'external', url }, options))
  const counts = instances.map(({ pools }) => pools.reads.query('SELECT FROM clients'))
  expect((await Promise.all(counts)).map(({ rowCount }) => rowCount)).toEqual([0, 0, 0, 0, 0])
})

test('with DATABASE_OWNER_URL the app’s role can use the tables but owns none, and only adds to the audit trail [T366]', async () => {
  const { connectionString: ownerUrl, connection, superuserConnection } = await makeDatabase()
  const role = `app_${randomBytes(4).toString('hex')}`
  await inSession(superuserConnection, (client) =>
    client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of the app'`),
  )
  onTestFinished(() =>
    inSession(superuserConnection, async (client) => {
      await client.query(`DROP OWNED BY ${role}`)
      await client.query(`DROP ROLE ${role}`)
    }),
  )
  const url = urlOf({ ...connection, user: role, password: 'of the app' })
  const both = await Promise.all([1, 2].map(() => openDatabase({ kind: 'external', url, ownerUrl }, options)))
  const [firstDatabase, secondDatabase] = both as [(typeof both)[0], (typeof both)[0]]
  const pool = firstDatabase.pools.reads
  await secondDatabase.close()
  await pool.query(
    "INSERT INTO outbox (recipient, kind, created_at, next_attempt_at) VALUES ('a', 'reset', now(), now())",
  )
  await pool.query('DELETE FROM outbox')
  await pool.query(
    "INSERT INTO audit_events (at, action, record_kind, digest) VALUES (now(), 'sign-in', 'employee', '')",
  )
  const denied = { code: '42501', message: expect.stringContaining('permission denied') }
  // audit-attacks.test.ts tries more, but not whether rights or a trigger refuse it.
  for (const statement of [
    "UPDATE audit_events SET action = 'x'",
    'DELETE FROM audit_events',
    'TRUNCATE audit_seals',
    'DELETE FROM audit_seals',
    'UPDATE audit_seals SET seq = 0',
    'DELETE FROM migrations',
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject(denied)
  const owned = await pool.query('SELECT FROM pg_tables WHERE tableowner = current_user')
  expect(owned.rowCount).toBe(0)
  await pool.end()
})

test('calls wait for connections of their own instance if the database has no more [T755]', async () => {
  const { connectionString: ownerUrl, connection, superuserConnection } = await makeDatabase()
  const role = `app_${randomBytes(4).toString('hex')}`
  await inSession(superuserConnection, (client) =>
    client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of the app' CONNECTION LIMIT 2`),
  )
  const url = urlOf({ ...connection, user: role, password: 'of the app' })
  const { db, isAlive, close } = await openDatabase({ kind: 'external', url, ownerUrl }, options)
  const calls = Array.from({ length: 30 }, () => sql`SELECT pg_sleep(0.02)`.execute(db))
  // A busy machine may take longer than the two seconds that a database is given.
  await expect.poll(isAlive).toBe(true)
  await Promise.all(calls)
  await close()
  await inSession(superuserConnection, async (client) => {
    await client.query(`DROP OWNED BY ${role}`)
    await client.query(`DROP ROLE ${role}`)
  })
})

test('warns if the pools of all instances are larger than what the database takes [T756]', async () => {
  const { connectionString: url } = await makeDatabase()
  const warn = vi.fn()
  for (const [poolSize, count] of [
    [2, 0],
    [500, 1],
  ] as const) {
    const { close } = await openDatabase(
      { kind: 'external', url, pool: { poolSize } },
      { ...options, log: { ...silent, warn } },
    )
    expect(warn).toHaveBeenCalledTimes(count)
    await close()
  }
  expect(warn.mock.calls[0]?.[0]).toMatch(
    /^1 running instance with DATABASE_POOL 500 may need 500 connections, and the database has \d+\. Lower/,
  )
})

test('reports a lost connection, but not during shutdown', async () => {
  const { connectionString: url } = await makeDatabase()
  for (const [isClosed, reports] of [
    [false, ['A connection to the database was lost.']],
    [true, []],
  ] as const) {
    const warn = vi.fn()
    const { pools, close } = await openDatabase(
      { kind: 'external', url },
      { ...options, log: { ...silent, warn }, poolSize: 1 },
    )
    const { rows } = await pools.reads.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const [{ pid }] = rows as [{ pid: number }]
    const isRemoved = new Promise((resolve) => pools.reads.once('remove', resolve))
    // It finds both when it goes on: that it is cut off, and that it was told to end.
    process.kill(pid, 'SIGSTOP')
    process.kill(pid, 'SIGTERM')
    if (isClosed) void close()
    process.kill(pid, 'SIGCONT')
    await isRemoved
    await close()
    expect(warn.mock.calls.flat()).toEqual(reports)
  }
})

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as net.AddressInfo).port
}

/** Speaks just enough of PostgreSQL's protocol to be asked for its version. */
async function serveOldPostgres(version: string): Promise<number> {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const int16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
  const int32 = (value: number) => Buffer.concat([int16(value >>> 16), int16(value & 0xffff)])
  const text = (value: string) => Buffer.from(`${value}\0`)
  const ready = message('Z', Buffer.from('I'))
  const fields = ['version', 'encoding', 'standby', 'role'].map((name) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1 & 0xffff), int32(-1), int16(0)]),
  )
  const values = [version, 'UTF8', 'f', 'app'].map((value) =>
    Buffer.concat([int32(value.length), Buffer.from(value)]),
  )
  const answer = Buffer.concat([
    message('T', Buffer.concat([int16(fields.length), ...fields])),
    message('D', Buffer.concat([int16(values.length), ...values])),
    message('C', text('SELECT 1')),
    ready,
  ])
  const server = net.createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
      socket.on('data', (data) => data[0] === 0x51 && socket.write(answer))
    })
    socket.on('error', () => {})
  })
  onTestFinished(() => void server.close())
  return await listen(server)
}
