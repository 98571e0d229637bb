import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inject, onTestFinished } from 'vitest'
import type { DatabaseSettings } from '#server/database/open-database.ts'
import { migrationsFolder } from './database-server.ts'

const program = path.join(import.meta.dirname, 'serve-database.ts')

export interface DatabaseProcess {
  child: ChildProcess
  /** The output so far. */
  output(): string
  /** Resolves when it prints UP; rejects when it ends before. */
  up: Promise<void>
  /** The exit code; null after a kill. */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

interface ProcessOptions {
  mode?: 'server' | 'attach'
  writes?: boolean
  migrations?: string
  /** Another account than the test's own, when root runs the tests. */
  account?: { uid: number; gid: number }
}

/** Opens the database in a child process, which ends with the test at the latest. */
export function startDatabaseProcess(
  settings: DatabaseSettings,
  { account, ...options }: ProcessOptions = {},
): DatabaseProcess {
  const task = JSON.stringify({ settings, migrations: migrationsFolder, ...options })
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
  return { child, output: () => text, up, ended, kill }
}

/** The same for the private database of a data folder. */
export const startPrivateServer = (dataDir: string, options?: ProcessOptions) =>
  startDatabaseProcess({ kind: 'embedded', dataDir }, options)

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

/** A data folder with a stopped database: a copy, because making one takes long. */
export async function makeUsedFolder(name = 'data'): Promise<string> {
  const original = inject('usedFolder')
  if (!fs.existsSync(original)) await makeOriginal(original)
  const dataDir = makeFolder(name)
  fs.mkdirSync(path.dirname(dataDir), { recursive: true })
  execFileSync('cp', ['-a', original, dataDir])
  return dataDir
}

async function makeOriginal(original: string): Promise<void> {
  const dataDir = `${original}-${randomUUID()}`
  const server = startPrivateServer(dataDir)
  await server.up
  await server.kill('SIGTERM')
  // Another test file may have been faster.
  if (!fs.existsSync(original)) fs.renameSync(dataDir, original)
}

export const clusterOf = (dataDir: string) => path.join(dataDir, 'postgres')

/** The PostgreSQL server that runs on the data folder. */
export function serverPid(dataDir: string): number | null {
  try {
    const [first] = fs.readFileSync(path.join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')
    return isStillRunning(Number(first)) ? Number(first) : null
  } catch {
    return null
  }
}

/** A process and those that it has started, such as PostgreSQL's, on Linux. */
export function processesOf(pid: number): number[] {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

/** Whether it runs and is not a zombie. */
export function isStillRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid)
  } catch (error) {
    // Another account's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** In a container without an init process, an ended orphan stays a zombie. */
function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return fs.existsSync(file) && / Z /.test(fs.readFileSync(file, 'utf8').replace(/^.*\)/s, ''))
}

/** Waits until the condition holds, at most until the test's timeout. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(50)
}
