import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DatabaseLoss } from '#server/database/embedded/private-database.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import {
  clusterOf,
  isStillRunning,
  makeUsedFolder,
  serverPid,
  startPrivateServer,
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

async function open(dataDir: string): Promise<Opened> {
  const losses: DatabaseLoss[] = []
  const database = await openDatabase(
    { kind: 'embedded', dataDir },
    {
      progress: () => {},
      log: { info() {}, warn() {}, error() {} },
      migrations: migrationsFolder,
      onLost: (loss) => void losses.push(loss),
    },
  )
  onTestFinished(() => database.close())
  return { ...database, losses }
}

function numbersIn(output: string): number[] {
  return [...output.matchAll(/^WROTE (\d+)$/gm)].map(([, number]) => Number(number))
}

test('the PostgreSQL of a killed server is stopped by the next start, also below a path too long for a socket [T479]', async () => {
  const dataDir = await makeUsedFolder(`deeper/${'a'.repeat(120)}`)
  const first = startPrivateServer(dataDir, { writes: true })
  await until(() => numbersIn(first.output()).length > 20)
  const orphan = serverPid(dataDir) ?? 0
  await first.kill('SIGKILL')
  expect(isStillRunning(orphan)).toBe(true)

  const second = startPrivateServer(dataDir)
  await second.up
  expect(isStillRunning(orphan)).toBe(false)
  expect(serverPid(dataDir)).not.toBeNull()
  expect(await second.kill('SIGTERM')).toBe(0)
  expect(serverPid(dataDir)).toBeNull()
  await expectWritten(dataDir, numbersIn(first.output()))
})

test('PostgreSQL keeps running when its starter is killed while another program uses it', async () => {
  const dataDir = await makeUsedFolder()
  const command = startPrivateServer(dataDir, { mode: 'attach' })
  await command.up
  const server = startPrivateServer(dataDir)
  await server.up
  const pid = serverPid(dataDir)
  await command.kill('SIGKILL')
  const another = startPrivateServer(dataDir, { mode: 'attach' })
  await another.up
  expect(serverPid(dataDir)).toBe(pid)
})

test('when PostgreSQL is ended the server exits with code 70, and nothing acknowledged is lost [T481]', async () => {
  const dataDir = await makeUsedFolder()
  const server = startPrivateServer(dataDir, { writes: true })
  await until(() => numbersIn(server.output()).length > 20)
  process.kill(serverPid(dataDir) ?? 0, 'SIGINT')
  expect(await server.ended).toBe(70)
  expect(server.output()).toContain('LOST The private database stopped unexpectedly. Its log is ')
  await expectWritten(dataDir, numbersIn(server.output()))
})

async function expectWritten(dataDir: string, acknowledged: number[]): Promise<void> {
  const { reads: pool } = (await open(dataDir)).pools
  const { rows } = await pool.query('SELECT number FROM written')
  const kept = new Set(rows.map(({ number }) => number))
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([])
}

test('reports the database as not alive while PostgreSQL does not answer', async () => {
  const dataDir = await makeUsedFolder()
  const { isAlive, pools, losses } = await open(dataDir)
  const pid = serverPid(dataDir)
  const idle = await Promise.all(Array.from({ length: pools.reads.idleCount }, () => pools.reads.connect()))
  for (const client of idle) client.release(true)
  process.kill(pid ?? 0, 'SIGSTOP')
  const stalled = pools.reads.query('SELECT 1')
  expect(await isAlive()).toBe(false)
  kill(pid)
  await stalled.catch(() => {})
  await until(() => losses.length > 0)
})

test.runIf(process.platform === 'linux')(
  'starts although another process has the number of a former PostgreSQL [T480]',
  async () => {
    const dataDir = await makeUsedFolder()
    await (await open(dataDir)).close()
    const cluster = clusterOf(dataDir)
    const { uid, gid } = fs.statSync(cluster)
    const stranger = spawn('sleep', ['1000'], process.getuid?.() === 0 ? { uid, gid } : {})
    onTestFinished(() => void stranger.kill())
    const file = path.join(cluster, 'postmaster.pid')
    fs.writeFileSync(file, `${stranger.pid}\n${cluster}\n1700000000\n5432\n\n\n`, { mode: 0o600 })
    fs.chownSync(file, uid, gid)

    const { isAlive } = await open(dataDir)
    expect(await isAlive()).toBe(true)
    expect(isStillRunning(stranger.pid ?? 0)).toBe(true)
  },
)

test.each([
  ['', () => {}],
  [' and PostgreSQL is killed', kill],
] as const)(
  'the server reports a data folder that is removed%s, and acknowledges nothing more',
  async (_, strike) => {
    const dataDir = await makeUsedFolder()
    const { isAlive, losses } = await open(dataDir)
    const pid = serverPid(dataDir)
    fs.rmSync(dataDir, { recursive: true, maxRetries: 20 })
    strike(pid)
    await until(() => losses.length > 0)
    const sentence = `The data folder ${dataDir} was removed while in use.`
    expect(losses).toEqual([{ sentence, mayRestart: false }])
    expect(await isAlive()).toBe(false)
    await until(() => !isStillRunning(pid ?? 0))
    expect(fs.existsSync(dataDir)).toBe(false)
  },
)

test('deleting the data folder gives a fresh start, even beside an orphaned PostgreSQL [T387]', async () => {
  const dataDir = await makeUsedFolder()
  const first = startPrivateServer(dataDir, { writes: true })
  await until(() => numbersIn(first.output()).length > 0)
  const orphan = serverPid(dataDir) ?? 0
  const password = fs.readFileSync(path.join(dataDir, 'database-password'), 'utf8')
  await first.kill('SIGKILL')
  fs.rmSync(dataDir, { recursive: true, maxRetries: 20 })

  const { reads: pool } = (await open(dataDir)).pools
  expect((await pool.query("SELECT to_regclass('written') AS found")).rows).toEqual([{ found: null }])
  expect(fs.readFileSync(path.join(dataDir, 'database-password'), 'utf8')).not.toBe(password)
  if (isStillRunning(orphan)) process.kill(orphan, 'SIGQUIT')
})
