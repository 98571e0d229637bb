import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import type { EmbeddedSettings } from '#server/database/settings.ts'
import {
  clusterOf,
  isStillRunning,
  makeFolder,
  serverPid,
  startDatabaseProcess,
  until,
} from '#test/support/database-process.ts'
import { migrationsFolder } from '#test/support/database-server.ts'

function kill(pid: number | null): void {
  if (!pid) throw new Error('no PostgreSQL runs')
  process.kill(pid, 'SIGKILL')
}

async function open(settings: EmbeddedSettings, heard: string[] = []): Promise<OpenDatabase> {
  const hear = (sentence: string) => void heard.push(sentence)
  const log = { info: hear, warn: hear, error: hear }
  const database = await openDatabase(settings, { progress: hear, log, migrations: migrationsFolder })
  onTestFinished(() => database.close())
  return database
}

/** Connections that are there are answered by processes of their own, whatever happens to the one that makes them. */
async function closeIdle(pool: OpenDatabase['pool']): Promise<void> {
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const client of idle) client.release(true)
}

function numbersIn(said: string): number[] {
  return [...said.matchAll(/^WROTE (\d+)$/gm)].map(([, number]) => Number(number))
}

test('after a kill of the server its PostgreSQL runs on, is adopted by the next start, and ends with that', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: makeFolder() }
  const first = startDatabaseProcess(settings)
  await first.up
  const pid = serverPid(settings.dataDir)
  await first.kill('SIGKILL')
  expect(isStillRunning(pid ?? 0)).toBe(true)

  const second = startDatabaseProcess(settings)
  await second.up
  expect(serverPid(settings.dataDir)).toBe(pid)
  expect(await second.kill('SIGTERM')).toBe(0)
  expect(serverPid(settings.dataDir)).toBeNull()
})

test('a killed PostgreSQL is started again, whether started or adopted, and nothing acknowledged is lost', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: makeFolder() }
  const first = startDatabaseProcess(settings, { writes: true })
  await until(() => numbersIn(first.said()).length > 20)
  kill(serverPid(settings.dataDir))
  const before = numbersIn(first.said()).length
  await until(() => numbersIn(first.said()).length > before + 20)
  await first.kill('SIGKILL')

  const second = startDatabaseProcess(settings, { writes: true })
  await until(() => numbersIn(second.said()).length > 20)
  kill(serverPid(settings.dataDir))
  const later = numbersIn(second.said()).length
  await until(() => numbersIn(second.said()).length > later + 20)
  await second.kill('SIGTERM')

  const { pool } = await open(settings)
  const { rows } = await pool.query('SELECT number FROM written')
  const kept = new Set(rows.map(({ number }) => number))
  const acknowledged = [...numbersIn(first.said()), ...numbersIn(second.said())]
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([])
})

test('where one process of PostgreSQL is killed all of it is started anew', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: makeFolder() }
  const { isAlive, pool } = await open(settings)
  const pid = serverPid(settings.dataDir)
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  kill(rows[0]?.pid ?? null)
  await until(() => serverPid(settings.dataDir) !== pid)
  await until(isAlive)
})

test('a kill of server and PostgreSQL at once loses nothing acknowledged', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: makeFolder() }
  const server = startDatabaseProcess(settings, { writes: true })
  await until(() => numbersIn(server.said()).length > 50)
  kill(serverPid(settings.dataDir))
  await server.kill('SIGKILL')

  const { pool } = await open(settings)
  const { rows } = await pool.query('SELECT max(number) AS last, count(*) AS count FROM written')
  expect(rows[0].last).toBeGreaterThanOrEqual(numbersIn(server.said()).at(-1) ?? 0)
  expect(rows[0].count).toBe(rows[0].last)
})

test('while PostgreSQL is away the database says so, and it comes back by itself', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: makeFolder() }
  const { isAlive, pool } = await open(settings)
  const pid = serverPid(settings.dataDir)
  await closeIdle(pool)
  process.kill(pid ?? 0, 'SIGSTOP')
  const stalled = pool.query('SELECT 1')
  expect(await isAlive()).toBe(false)
  kill(pid)
  await stalled.catch(() => {})
  await until(isAlive)
  expect(serverPid(settings.dataDir)).not.toBe(pid)
})

test.runIf(process.platform === 'linux')(
  'a process number that was given out anew after a power cut does not keep PostgreSQL from starting',
  async () => {
    const settings: EmbeddedSettings = { kind: 'embedded', dataDir: makeFolder() }
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

test('when the data folder is removed under the running server, it stops acknowledging and says so', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: makeFolder() }
  const heard: string[] = []
  const { isAlive } = await open(settings, heard)
  const pid = serverPid(settings.dataDir)
  fs.rmSync(settings.dataDir, { recursive: true, maxRetries: 20 })
  await until(() => heard.some((sentence) => sentence.includes('was removed while in use')))
  expect(await isAlive()).toBe(false)
  await until(() => !isStillRunning(pid ?? 0))
  expect(fs.existsSync(settings.dataDir)).toBe(false)
})

test('deleting the data folder gives a fresh start, even while a killed server left its PostgreSQL behind', async () => {
  const settings: EmbeddedSettings = { kind: 'embedded', dataDir: makeFolder() }
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
