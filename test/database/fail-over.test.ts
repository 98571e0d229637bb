import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
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

test('uses the host that accepts writes, at the start and after a fail-over', async () => {
  const [first, second] = [makeFolder(), makeFolder()]
  const cold = await start(first)
  await cold.stop()
  makeStandby(first, second, cold.superuserConnection)
  const primary = await start(first)
  const standby = await start(second)

  const url = hostsOf([standby, primary], primary.ownerConnection)
  const database = await openDatabase(
    { kind: 'external', url },
    { progress: () => {}, log: silent, migrations: migrationsFolder },
  )
  onTestFinished(() => database.close())
  await database.pool.query('CREATE TABLE written (number integer)')
  await database.pool.query('INSERT INTO written VALUES (1)')
  await until(() =>
    inSession(standby.ownerConnection, (client) => client.query('SELECT number FROM written')).then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    ),
  )

  await primary.stop()
  const error = await database.pool.query('INSERT INTO written VALUES (2)').catch((reason) => reason)
  expect(isTransientError(error)).toBe(true)
  await inSession(standby.superuserConnection, (client) => client.query('SELECT pg_promote()'))
  await until(() =>
    database.pool.query('INSERT INTO written VALUES (3)').then(
      () => true,
      () => false,
    ),
  )
  const { rows } = await database.pool.query('SELECT number FROM written ORDER BY number')
  expect(rows.map(({ number }) => number)).toEqual([1, 3])
})
