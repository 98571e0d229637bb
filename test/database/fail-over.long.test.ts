import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type PrivateDatabase, startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { isTransientError } from '#server/database/transient-errors.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { clusterOf, makeFolder, processesOf, serverPid, until } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { startWriters } from '#test/support/steady-writers.ts'

/** How often the primary is lost; more in `npm run faults`. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)

const silent = { info: () => {}, warn: () => {}, error: () => {} }

async function start(dataDir: string): Promise<PrivateDatabase> {
  const cluster = await startPrivateDatabase({ dataDir, mode: 'server', progress: () => {} })
  onTestFinished(() => cluster.stop())
  return cluster
}

/** A standby from a cold copy, as an operator makes one. */
function makeStandby(original: string, copy: string, connection: pg.ClientConfig): void {
  fs.cpSync(original, copy, { recursive: true })
  const [from, to] = [clusterOf(original), clusterOf(copy)]
  follow(to, connection)
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

/** Has a copy follow the server of the connection when it starts. */
function follow(cluster: string, { host, port, user, password }: pg.ClientConfig): void {
  const { uid, gid } = fs.statSync(path.join(cluster, 'PG_VERSION'))
  fs.writeFileSync(path.join(cluster, 'standby.signal'), '')
  fs.appendFileSync(
    path.join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password}'\n`,
  )
  for (const name of ['standby.signal', 'backup_label'])
    if (fs.existsSync(path.join(cluster, name))) fs.chownSync(path.join(cluster, name), uid, gid)
}

/** A new standby instead of a server that is lost, copied while the other one goes on. */
async function replaceLost(lost: string, primary: string, connection: pg.ClientConfig): Promise<void> {
  const [from, to] = [clusterOf(primary), clusterOf(lost)]
  fs.rmSync(to, { recursive: true })
  await inSession(connection, async (client) => {
    await client.query("SELECT pg_backup_start('standby', true)")
    // Some files vanish meanwhile, which does no harm.
    spawnSync('cp', ['-a', from, to])
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    fs.writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  fs.rmSync(path.join(to, 'postmaster.pid'))
  follow(to, connection)
}

/** A primary and its standby, as `postgres://…@first,second/…`. */
async function startPair() {
  const [first, second] = [makeFolder(), makeFolder()]
  const cold = await start(first)
  await cold.stop()
  makeStandby(first, second, cold.superuserConnection)
  const primary = await start(first)
  const standby = await start(second)
  return { primary, standby, folders: [first, second], promote: () => promote(standby) }
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

/** Has the primary acknowledge a commit only once its standby has it, and waits until that is so. */
const waitForStandby = ({ superuserConnection }: PrivateDatabase) =>
  inSession(superuserConnection, async (client) => {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await client.query("ALTER SYSTEM SET wal_keep_size = '1GB'")
    await client.query('SELECT pg_reload_conf()')
    await until(async () => {
      const { rows } = await client.query('SELECT sync_state FROM pg_stat_replication')
      return rows[0]?.sync_state === 'sync'
    })
  })

/** As a manager of the cluster does once the primary is lost: nobody waits for a standby that is not there. */
const takeOver = async (standby: PrivateDatabase) => {
  await inSession(standby.superuserConnection, async (client) => {
    await client.query('ALTER SYSTEM RESET synchronous_standby_names')
    await client.query('SELECT pg_reload_conf()')
  })
  await promote(standby)
}

test(
  'when the primary of a synchronous pair is lost while people write, nothing is lost or doubled [T830]',
  async () => {
    const pair = await startPair()
    let { primary, standby } = pair
    let [lost = '', kept = ''] = pair.folders
    const instance = await newTestInstance({
      DATABASE_URL: hostsOf([primary, standby], primary.ownerConnection),
    })
    onTestFinished(() => instance.remove())
    const product = await instance.start()
    const token = await apiCaller(product.url).becomeSuperAdmin(product.link() ?? '')
    const writers = startWriters(product.url, token)
    const seconds: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      await waitForStandby(primary)
      await writers.more(15)
      const began = performance.now()
      for (const pid of processesOf(serverPid(lost) ?? 0)) process.kill(pid, 'SIGKILL')
      await takeOver(standby)
      await writers.more(1)
      seconds.push((performance.now() - began) / 1000)
      if (round === rounds) break
      await replaceLost(lost, kept, standby.superuserConnection)
      ;[primary, standby] = [standby, await start(lost)]
      ;[lost, kept] = [kept, lost]
    }
    await writers.more(15)
    await writers.stop()
    expect(await instance.ops('verify-audit')).toMatchObject({ code: 0 })
    if (rounds > 1) {
      const [fastest, slowest] = [Math.min(...seconds), Math.max(...seconds)].map((time) => time.toFixed(1))
      process.stdout.write(
        `${rounds} fail-overs, ${writers.acknowledged.length} notes acknowledged, none lost or doubled; writes were back after ${fastest} to ${slowest} s.\n`,
      )
    }
  },
  300_000 * rounds,
)
