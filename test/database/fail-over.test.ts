import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type PrivateDatabase, startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { isTransientError } from '#server/database/transient-errors.ts'
import { clusterOf, makeFolder, until } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

async function start(dataDir: string): Promise<PrivateDatabase> {
  const cluster = await startPrivateDatabase({ dataDir, mode: 'server', progress: () => {} })
  onTestFinished(() => cluster.stop())
  return cluster
}

/** A standby from a cold copy, as an operator makes one. */
function makeStandby(original: string, copy: string, { host, port, user, password }: pg.ClientConfig): void {
  fs.cpSync(original, copy, { recursive: true })
  const [from, to] = [clusterOf(original), clusterOf(copy)]
  fs.writeFileSync(path.join(to, 'standby.signal'), '')
  fs.appendFileSync(
    path.join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password}'\n`,
  )
  const { uid, gid } = fs.statSync(from)
  fs.chmodSync(to, 0o700)
  for (const name of ['.', ...fs.readdirSync(to, { recursive: true })])
    fs.lchownSync(`${to}/${name}`, uid, gid)
  for (const name of fs.readdirSync(copy).filter((entry) => entry.startsWith('run-')))
    fs.rmSync(path.join(copy, name), { recursive: true })
}

function hostsOf(clusters: PrivateDatabase[], { user, password, database }: pg.ClientConfig): string {
  const hosts = clusters.map(({ connection }) => encodeURIComponent(String(connection.host)))
  return `postgres://${user}:${password}@${hosts.join(',')}/${database}`
}

/** A primary and its standby, as `postgres://…@first,second/…`. */
async function startPair() {
  const [first, second] = [makeFolder(), makeFolder()]
  const cold = await start(first)
  await cold.stop()
  makeStandby(first, second, cold.superuserConnection)
  const primary = await start(first)
  const standby = await start(second)
  return { primary, standby, promote: () => promote(standby) }
}

const promote = ({ superuserConnection }: PrivateDatabase) =>
  inSession(superuserConnection, (client) => client.query('SELECT pg_promote()'))

/** Of the database that is opened, the numbers that one of the clusters has. */
async function writtenTo({ ownerConnection }: PrivateDatabase): Promise<number[]> {
  const { rows } = await inSession(ownerConnection, (client) =>
    client.query<{ number: number }>('SELECT number FROM written ORDER BY number'),
  )
  return rows.map(({ number }) => number)
}

const silently = { progress: () => {}, log: silent, migrations: migrationsFolder }

async function openPair(url: string, log = silent) {
  const opened = await openDatabase({ kind: 'external', url }, { ...silently, log })
  onTestFinished(() => opened.close())
  await opened.pool.query('CREATE TABLE written (number integer)')
  const write = (number: number) =>
    sql`INSERT INTO written VALUES (${number})`.execute(opened.db).then(
      () => true,
      (error) => {
        if (!isTransientError(error)) throw error
        return false
      },
    )
  return { ...opened, write }
}

test('uses the host that accepts writes, at the start and after a fail-over [T758]', async () => {
  const { primary, standby, promote } = await startPair()
  const { write, asOwner } = await openPair(hostsOf([standby, primary], primary.ownerConnection))
  expect(await write(1)).toBe(true)
  await until(() =>
    writtenTo(standby).then(
      ([number]) => number === 1,
      () => false,
    ),
  )

  await primary.stop()
  expect(await write(2)).toBe(false)
  await promote()
  await until(() => write(3))
  expect(await writtenTo(standby)).toEqual([1, 3])
  const { rows } = await asOwner((owner) => owner.query('SELECT count(*) FROM written'))
  expect(rows).toEqual([{ count: 2 }])
})

test('of two servers that accept writes it uses the one that was promoted last, also after a restart [T759]', async () => {
  const { primary, standby, promote } = await startPair()
  const hosts = hostsOf([primary, standby], primary.ownerConnection)
  const warn = vi.fn()
  const { write, close } = await openPair(hosts, { ...silent, warn })
  await write(1)
  await until(() =>
    writtenTo(standby).then(
      ([number]) => number === 1,
      () => false,
    ),
  )

  // The old primary knows nothing of it, and goes on.
  await promote()
  await expect.poll(() => warn.mock.calls.flat().join()).toContain('The primary of the database is now')
  expect(await write(2)).toBe(true)
  expect([await writtenTo(primary), await writtenTo(standby)]).toEqual([[1], [1, 2]])
  await close()

  const settings = { kind: 'external', url: hosts, dataDir: makeFolder() } as const
  const next = await openDatabase(settings, silently)
  const { rows } = await next.pool.query('SELECT max(number) FROM written')
  expect(rows).toEqual([{ max: 2 }])
  await next.close()
  await standby.stop()
  await expect(openDatabase(settings, { ...silently, mode: 'attach' })).rejects.toThrow(
    'was left behind by a fail-over. Promote one, or correct DATABASE_URL.',
  )
})
