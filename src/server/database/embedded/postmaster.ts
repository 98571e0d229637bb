import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '#server/operator-error.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'

export const socketPort = 5432

/** Bytes of a socket path that fit the kernel's `sun_path`, without the terminating zero: 107 on Linux, 103 on macOS. */
const maxSocketPath = 103

/** Bytes. A larger log is rotated at the next start; one older file is kept. */
const maxLogSize = 5_000_000

/** A PostgreSQL process that we started. It outlives us if we are killed; then the next start stops it. */
export interface Postmaster {
  pid: number | undefined
  hasExited(): boolean
  /** Whether it exited with code 0, because it was told to stop. */
  exitedCleanly(): boolean
  /** Why it ended, from its log, or ''. */
  lastMessage(): string
}

export function logFile({ dataDir }: Cluster): string {
  return path.join(dataDir, 'postgres.log')
}

/** Starts the server on the cluster, in the background. */
export async function startPostmaster(cluster: Cluster, { postgres }: Binaries): Promise<Postmaster> {
  const { account, folder } = cluster
  const options = Object.entries(settings(cluster)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const file = logFile(cluster)
  const log = openLog(file)
  const start = fs.fstatSync(log).size
  const child = spawn(postgres, ['-D', folder, ...options], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...(await ancestorPidEnv(cluster)) },
  })
  fs.closeSync(log)
  child.unref()
  let failure = ''
  child.on('error', (error) => {
    failure = error.message
  })
  return {
    pid: child.pid,
    hasExited: () => failure !== '' || child.exitCode !== null || child.signalCode !== null,
    exitedCleanly: () => child.exitCode === 0,
    lastMessage: () =>
      failure || fatalMessage(fs.readFileSync(file).subarray(start).toString('utf8'), child.pid),
  }
}

function settings(cluster: Cluster): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: `"${socketFolder(cluster).replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: `stable-housing-${cluster.id}`,
    timezone: 'UTC',
    // Commits are on disk, whatever the cluster's configuration file says.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Exit if a backend crashes: recovering in place has hung on a full disk.
    restart_after_crash: 'off',
    shared_buffers: `${sharedMegabytes()}MB`,
    // Log no statements and no details of errors, which contain values of rows.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_timezone: 'UTC',
  }
}

/** An eighth of the available memory, at least PostgreSQL's default of 128 MB and at most 512 MB. */
function sharedMegabytes(): number {
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 128), 512))
}

/**
 * After a power cut, the process id in postmaster.pid may belong to another program. PostgreSQL would take that for a
 * running server, unless this variable names it as an ancestor. Only Linux tells us the program; elsewhere the start fails.
 */
async function ancestorPidEnv(cluster: Cluster): Promise<NodeJS.ProcessEnv> {
  try {
    const pid = (await readPostmasterFile(cluster))?.pid
    const name = fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return name === 'postgres' ? {} : { PG_GRANDPARENT_PID: String(pid) }
  } catch {
    return {}
  }
}

/**
 * Where the cluster's socket is: in the data folder, or, where that path is too long for a socket, under /tmp (and not
 * TMPDIR, which may be long itself and differ at the next start).
 */
function socketFolderPath({ dataDir, id }: Cluster): string {
  // Named for the cluster: a PostgreSQL whose data folder was deleted removes its own socket when it ends, and no other.
  const inDataFolder = path.join(dataDir, `run-${id}`)
  const fits = Buffer.byteLength(path.join(inDataFolder, `.s.PGSQL.${socketPort}`)) <= maxSocketPath
  const hash = createHash('sha256').update(`${dataDir}\n${id}`).digest('hex').slice(0, 16)
  return fits ? inDataFolder : `/tmp/stable-housing-${hash}`
}

/** The folder of the cluster's socket, made if it is missing, open to its account only. */
export function socketFolder(cluster: Cluster): string {
  const { account } = cluster
  const folder = socketFolderPath(cluster)
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const found = fs.lstatSync(folder)
  const isOurs = found.uid === account.uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !isOurs || found.mode & 0o077) {
    throw new OperatorError(
      `The folder ${folder} is needed for the database's socket, but belongs to another account. Remove it, then start again.`,
    )
  }
  fs.chownSync(folder, account.uid, account.gid)
  return folder
}

/** The content of PostgreSQL's postmaster.pid, which is only read here. */
interface PostmasterFile {
  pid: number
  /** A smart shutdown (SIGTERM) waits for all clients to disconnect. */
  isStopping: boolean
}

/** Null if there is none. Throws if it can't be read. */
export async function readPostmasterFile({ folder }: Cluster): Promise<PostmasterFile | null> {
  const text = await fs.promises.readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw error
  })
  const [pid, , , , , , , status = ''] = text.split('\n')
  if (!(Number(pid) > 0)) return null
  return { pid: Number(pid), isStopping: status.trim() === 'stopping' }
}

/** The parent of a process; null if unknown. */
export function parentOf(pid: number): number | null {
  try {
    if (process.platform !== 'linux')
      return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
    // The second field, the program's name, may hold spaces and brackets; what follows does not.
    const afterName = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    return Number(afterName.split(' ')[1])
  } catch {
    return null
  }
}

/** Milliseconds for a fast shutdown, and then for an immediate one, after which the next start recovers. */
const fastStop = 6_000
const immediateStop = 2_000

/** Stops a server whose process id was verified over a connection that is still open. */
export async function stopPostmaster(pid: number, cluster: Cluster): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', fastStop],
    ['SIGQUIT', immediateStop],
  ] as const) {
    sendSignal(pid, signal)
    const deadline = Date.now() + patience
    while (Date.now() < deadline) {
      // Removing postmaster.pid is its last act. The process may stay as a zombie if its parent does not reap it.
      const isFileGone = readPostmasterFile(cluster).then(
        (file) => file?.pid !== pid,
        () => false,
      )
      // A hung mount may never answer.
      const isGone = await Promise.race([isFileGone, pause(500, false, { ref: false })])
      if (isGone || !sendSignal(pid, 0)) return
      await pause(20)
    }
  }
}

interface ClusterWatch {
  /** Whether PostgreSQL was asked to stop. */
  isStopping(): Promise<boolean>
  /** Whether the data folder or its cluster was deleted. */
  isRemoved(): Promise<boolean>
  signal(name: NodeJS.Signals): void
  /** Milliseconds. Shorter in tests. */
  interval?: number
}

/**
 * Ends PostgreSQL when someone stops it or deletes its data. Checks that fail or never end, as on a hung mount, are not a
 * reason, and no two run at once. Returns how to stop watching.
 */
export function watchCluster({ isStopping, isRemoved, signal, interval = 500 }: ClusterWatch): () => void {
  let isChecking = false
  let misses = 0
  async function check(): Promise<void> {
    // A smart shutdown would wait for our session, which never ends: request a fast one.
    if (await isStopping()) signal('SIGINT')
    // PostgreSQL checks for a removed folder only once a minute, and would acknowledge writes until then.
    misses = (await isRemoved()) ? misses + 1 : 0
    if (misses > 1) signal('SIGQUIT')
  }
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    check()
      .catch(() => {})
      .finally(() => {
        isChecking = false
      })
  }, interval).unref()
  return () => clearInterval(timer)
}

/** Returns whether the process exists. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function openLog(file: string): number {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogSize) fs.renameSync(file, `${file}.1`)
  return fs.openSync(file, 'a', 0o600)
}

/**
 * The reason why a PostgreSQL did not start: its own last fatal line, otherwise one of its child processes. Another
 * PostgreSQL that is ending may write its lines to the same log.
 */
export function fatalMessage(log: string, pid: number | undefined): string {
  const lines = log.trim().split('\n')
  const fatal = lines.filter((line) => /(FATAL|PANIC): /.test(line))
  const line = fatal.findLast((message) => message.includes(`[${pid}]`)) ?? fatal.at(-1) ?? lines.at(-1) ?? ''
  return line.replace(/^.*(FATAL|PANIC): +/, '')
}
