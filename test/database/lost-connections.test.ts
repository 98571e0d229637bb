import net from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { isTransientError } from '#server/database/transient-errors.ts'
import { until } from '#test/support/database-process.ts'
import { migrationsFolder } from '#test/support/database-server.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A line to the server that can be cut without a word: nothing comes back on what is open, new connections work. */
async function lineTo({ host, port }: pg.ClientConfig) {
  const open = new Set<net.Socket>()
  const line = net.createServer((caller) => {
    const server = net.connect(`${host}/.s.PGSQL.${port}`)
    server.pipe(caller)
    caller.pipe(server)
    for (const socket of [caller, server]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    line.close()
  })
  return {
    port: (line.address() as net.AddressInfo).port,
    cut: () => {
      for (const socket of open) socket.unpipe().pause()
    },
  }
}

/** The database over such a line, by one connection at a time, with little patience. */
async function connect() {
  const { connection, close } = await createTestDatabase()
  onTestFinished(close)
  const { user, password, database } = connection
  const { port, cut } = await lineTo(connection)
  const { db, ...opened } = await openDatabase(
    { kind: 'external', url: `postgres://${user}:${password}@127.0.0.1:${port}/${database}` },
    { progress: () => {}, log, migrations: migrationsFolder, poolSize: 1, queryTimeout: 1_000 },
  )
  onTestFinished(() => opened.close())
  const isAnswered = () =>
    sql`SELECT 1`.execute(db).then(
      () => true,
      () => false,
    )
  return { db, cut, isAnswered }
}

test('a connection that fell silent fails one call, and the next has another', async () => {
  const { db, cut, isAnswered } = await connect()
  cut()
  const error = await sql`SELECT 1`.execute(db).catch((reason) => reason)
  expect(isTransientError(error)).toBe(true)
  await until(isAnswered)
})

test('so does one that fell silent within a transaction', async () => {
  const { db, cut, isAnswered } = await connect()
  const transaction = db.transaction().execute(async (trx) => {
    await sql`SELECT 1`.execute(trx)
    cut()
    await sql`SELECT 1`.execute(trx)
  })
  expect(isTransientError(await transaction.catch((reason) => reason))).toBe(true)
  await until(isAnswered)
})
