import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, onTestFinished } from 'vitest'
import type { DatabaseSettings } from '#server/database/open-database.ts'
import { isRunning } from '#server/is-running.ts'
import { migrationsFolder } from './database-server.ts'

const program = path.join(import.meta.dirname, 'serve-database.ts')

export interface DatabaseProcess {
  child: ChildProcess
  /** Everything it said so far. */
  said(): string
  /** Resolves when it says UP; rejects when it ends before. */
  up: Promise<void>
  /** Its exit code; null after a kill. */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

interface Wanted {
  mode?: 'server' | 'attach'
  writes?: boolean
  migrations?: string
  /** Another account than the test's own, where root runs it. */
  account?: { uid: number; gid: number }
}

/** A process of its own that opens the database; ended with the test at the latest. */
export function startDatabaseProcess(
  settings: DatabaseSettings,
  { account, ...wanted }: Wanted = {},
): DatabaseProcess {
  const task = JSON.stringify({ settings, migrations: migrationsFolder, ...wanted })
  const child = spawn(process.execPath, [program, task], { stdio: ['ignore', 'pipe', 'pipe'], ...account })
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const up = new Promise<void>((resolve, reject) => {
    const listen = (chunk: string) => {
      text += chunk
      if (/^UP$/m.test(text)) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', listen)
    void ended.then(() => reject(new Error(`it ended before it was up: ${text}`)))
  })
  up.catch(() => {})
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await kill('SIGTERM')
  })
  return { child, said: () => text, up, ended, kill }
}

/** A folder for one test, removed after it together with a PostgreSQL that may have been left running there. */
export function makeFolder(name = 'data', account?: { uid: number; gid: number }): string {
  const parent = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'stable-housing-test-'))
  fs.chmodSync(parent, 0o755)
  if (account) fs.chownSync(parent, account.uid, account.gid)
  onTestFinished(async () => {
    const pid = serverPid(path.join(parent, name))
    if (pid) process.kill(pid, 'SIGQUIT')
    await until(() => !pid || !isStillRunning(pid))
    fs.rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
  })
  return path.join(parent, name)
}

let original: Promise<string> | undefined
afterAll(async () => {
  if (original) fs.rmSync(path.dirname(await original), { recursive: true, force: true, maxRetries: 5 })
})

/** A data folder whose database was made, used and stopped: a copy, because making one takes longest. */
export async function makeUsedFolder(name = 'data'): Promise<string> {
  original ??= makeOriginal()
  const dataDir = makeFolder(name)
  fs.mkdirSync(path.dirname(dataDir), { recursive: true })
  execFileSync('cp', ['-a', await original, dataDir])
  return dataDir
}

async function makeOriginal(): Promise<string> {
  const parent = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'stable-housing-test-'))
  fs.chmodSync(parent, 0o755)
  const dataDir = path.join(parent, 'data')
  const server = startDatabaseProcess({ kind: 'embedded', dataDir })
  await server.up
  await server.kill('SIGTERM')
  return dataDir
}

export function clusterOf(dataDir: string): string {
  const { home } = JSON.parse(fs.readFileSync(path.join(dataDir, 'cluster.json'), 'utf8'))
  return path.resolve(dataDir, home, 'postgres')
}

/** The PostgreSQL server that runs on the data folder. */
export function serverPid(dataDir: string): number | null {
  try {
    const [first] = fs.readFileSync(path.join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')
    return isStillRunning(Number(first)) ? Number(first) : null
  } catch {
    return null
  }
}

/** Whether it still runs, and does not merely wait for somebody to ask for its exit code. */
export function isStillRunning(pid: number): boolean {
  return isRunning(pid) && !isZombie(pid)
}

/** Dead, but nobody has asked for its exit code yet: in a container without an init an orphan stays so. */
function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return fs.existsSync(file) && / Z /.test(fs.readFileSync(file, 'utf8').replace(/^.*\)/s, ''))
}

/** Waits as long as the test may take. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50)
}
