import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DatabaseLoss } from '#server/database/embedded/private-database.ts'
import type { EmbeddedSettings } from '#server/database/open-database.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import {
  clusterOf,
  isStillRunning,
  makeUsedFolder,
  serverPid,
  startDatabaseProcess,
  until,
} from '#test/support/database-process.ts'
import { migrationsFolder } from '#test/support/database-server.ts'

function kill(pid: number | null): void {
  if (!pid) throw new Error('no PostgreSQL runs')
  process.kill(pid, 'SIGKILL')
}

interface Opened extends OpenDatabase {
  /** What was told when PostgreSQL ended. */
  losses: DatabaseLoss[]
}

async function open(settings: EmbeddedSettings): Promise<Opened> {
  const losses: DatabaseLoss[] = []
  const database = await openDatabase(settings, {
    progress: () => {},
    log: { info() {}, warn() {}, error() {} },
    migrations: migrationsFolder,
    onLost: (loss) => void losses.push(loss),
  })
  onTestFinished(() => database.close())
  return { ...database, losses }
}

function numbersIn(said: string): number[] {
  return [...said.matchAll(/^WROTE (\d+)$/gm)].map(([, number]) => Number(number))
}

test('the PostgreSQL of a killed server is stopped by the next start, which starts its own', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
  const first = startDatabaseProcess(settings, { writes: true })
  await until(() => numbersIn(first.said()).length > 20)
  const orphan = serverPid(settings.dataDir) ?? 0
  await first.kill('SIGKILL')
  expect(isStillRunning(orphan)).toBe(true)

  const second = startDatabaseProcess(settings)
  await second.up
  expect(isStillRunning(orphan)).toBe(false)
  expect(serverPid(settings.dataDir)).not.toBeNull()
  expect(await second.kill('SIGTERM')).toBe(0)
  expect(serverPid(settings.dataDir)).toBeNull()
  await expectWritten(settings, numbersIn(first.said()))
})

test("an operator's command stops the PostgreSQL of a killed server, too", async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
  const server = startDatabaseProcess(settings)
  await server.up
  const orphan = serverPid(settings.dataDir) ?? 0
  await server.kill('SIGKILL')
  const command = startDatabaseProcess(settings, { mode: 'attach' })
  await command.up
  expect(isStillRunning(orphan)).toBe(false)
  await command.kill('SIGTERM')
  expect(serverPid(settings.dataDir)).toBeNull()
})

test('a PostgreSQL whose starter is killed stays while another program uses it', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
  const command = startDatabaseProcess(settings, { mode: 'attach' })
  await command.up
  const server = startDatabaseProcess(settings)
  await server.up
  const pid = serverPid(settings.dataDir)
  await command.kill('SIGKILL')
  const another = startDatabaseProcess(settings, { mode: 'attach' })
  await another.up
  expect(serverPid(settings.dataDir)).toBe(pid)
})

test('PostgreSQL ended by a signal ends the server with exit code 70, and nothing acknowledged is lost', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
  const acknowledged: number[] = []
  for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT', 'SIGTERM'] as const) {
    const server = startDatabaseProcess(settings, { writes: true })
    await until(() => numbersIn(server.said()).length > 20)
    process.kill(serverPid(settings.dataDir) ?? 0, signal)
    expect(await server.ended, signal).toBe(70)
    expect(server.said()).toContain('LOST The private database ended unexpectedly. Its log is ')
    acknowledged.push(...numbersIn(server.said()))
  }
  const both = startDatabaseProcess(settings, { writes: true })
  await until(() => numbersIn(both.said()).length > 20)
  kill(serverPid(settings.dataDir))
  await both.kill('SIGKILL')
  await expectWritten(settings, [...acknowledged, ...numbersIn(both.said())])
})

async function expectWritten(settings: EmbeddedSettings, acknowledged: number[]): Promise<void> {
  const { pool } = await open(settings)
  const { rows } = await pool.query('SELECT number FROM written')
  const kept = new Set(rows.map(({ number }) => number))
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([])
}

test('where one process of PostgreSQL is killed all of it ends, and the next start recovers', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
  const { pool, losses } = await open(settings)
  const pid = serverPid(settings.dataDir) ?? 0
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  kill(rows[0]?.pid ?? null)
  await until(() => losses.length > 0)
  expect(losses).toMatchObject([{ mayRestart: true }])
  await until(() => !isStillRunning(pid))
  expect(await (await open(settings)).isAlive()).toBe(true)
})

test('while PostgreSQL does not answer the database counts as not alive', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
  const { isAlive, pool, losses } = await open(settings)
  const pid = serverPid(settings.dataDir)
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const client of idle) client.release(true)
  process.kill(pid ?? 0, 'SIGSTOP')
  const stalled = pool.query('SELECT 1')
  expect(await isAlive()).toBe(false)
  kill(pid)
  await stalled.catch(() => {})
  await until(() => losses.length > 0)
})

test.runIf(process.platform === 'linux')(
  'a process number that was given out anew after a power cut does not keep PostgreSQL from starting',
  async () => {
    const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
    await (await open(settings)).close()
    const cluster = clusterOf(settings.dataDir)
    const { uid, gid } = fs.statSync(cluster)
    const stranger = spawn('sleep', ['1000'], process.getuid?.() === 0 ? { uid, gid } : {})
    onTestFinished(() => void stranger.kill())
    const file = path.join(cluster, 'postmaster.pid')
    fs.writeFileSync(file, `${stranger.pid}\n${cluster}\n1700000000\n5432\n\n\n`, { mode: 0o600 })
    fs.chownSync(file, uid, gid)

    const { isAlive } = await open(settings)
    expect(await isAlive()).toBe(true)
    expect(isStillRunning(stranger.pid ?? 0)).toBe(true)
  },
)

test.each([
  ['', () => {}],
  [' and PostgreSQL is killed', kill],
] as const)(
  'when the data folder is removed%s, the server stops acknowledging and says so',
  async (_, strike) => {
    const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
    const { isAlive, losses } = await open(settings)
    const pid = serverPid(settings.dataDir)
    fs.rmSync(settings.dataDir, { recursive: true, maxRetries: 20 })
    strike(pid)
    await until(() => losses.length > 0)
    const sentence = `The data folder ${settings.dataDir} was removed while in use.`
    expect(losses).toEqual([{ sentence, mayRestart: false }])
    expect(await isAlive()).toBe(false)
    await until(() => !isStillRunning(pid ?? 0))
    expect(fs.existsSync(settings.dataDir)).toBe(false)
  },
)

test('deleting the data folder gives a fresh start, even while a killed server left its PostgreSQL behind', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: await makeUsedFolder() }
  const first = startDatabaseProcess(settings, { writes: true })
  await until(() => numbersIn(first.said()).length > 0)
  const orphan = serverPid(settings.dataDir) ?? 0
  const password = fs.readFileSync(path.join(settings.dataDir, 'database-password'), 'utf8')
  await first.kill('SIGKILL')
  fs.rmSync(settings.dataDir, { recursive: true, maxRetries: 20 })

  const { pool } = await open(settings)
  expect((await pool.query("SELECT to_regclass('written') AS found")).rows).toEqual([{ found: null }])
  expect(fs.readFileSync(path.join(settings.dataDir, 'database-password'), 'utf8')).not.toBe(password)
  if (isStillRunning(orphan)) process.kill(orphan, 'SIGQUIT')
})
