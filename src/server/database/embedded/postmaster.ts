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

/** Bytes that fit the kernel's address of a socket, without the closing zero: 107 on Linux, 103 on macOS. */
const longestSocketPath = 103

/** Bytes; above, the log of earlier runs is set aside at the next start, once. */
const largestLog = 5_000_000

/** A server process that we started. It outlives us when we are killed; the next start then stops it. */
export interface Postmaster {
  pid: number | undefined
  hasExited(): boolean
  /** Whether it ended because it was told to. */
  wasStopped(): boolean
  /** What it said last before it ended, or ''. */
  complaint(): string
}

export function logFile({ dataDir }: Cluster): string {
  return path.join(dataDir, 'postgres.log')
}

/** Starts the server on the cluster, in the background. */
export function startPostmaster(cluster: Cluster, { postgres }: Binaries): Postmaster {
  const { account, folder } = cluster
  const options = Object.entries(settings(cluster)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const file = logFile(cluster)
  const log = openLog(file)
  const start = fs.fstatSync(log).size
  const child = spawn(postgres, ['-D', folder, ...options], {
    ...{ uid: account.uid, gid: account.gid, cwd: '/', detached: true, stdio: ['ignore', log, log] },
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...excusedProcess(cluster) },
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
    wasStopped: () => child.exitCode === 0,
    complaint: () => failure || lastComplaint(fs.readFileSync(file).subarray(start).toString('utf8')),
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
    // Acknowledged means on disk, whatever the cluster's configuration file says.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // A crash of one of its processes ends it: recovering in place once got stuck on a full disk.
    restart_after_crash: 'off',
    shared_buffers: `${sharedMegabytes()}MB`,
    // The log holds no statement and no value of a row, which PostgreSQL's messages, details and statements would.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_timezone: 'UTC',
  }
}

/** An eighth of the memory that there is for us, from PostgreSQL's own default up to half a gigabyte. */
function sharedMegabytes(): number {
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 128), 512))
}

/**
 * After a power cut postmaster.pid may name a number that another program has by now. PostgreSQL takes it for a server
 * unless this variable says that it is an ancestor. Told on Linux only; elsewhere the start is refused.
 */
function excusedProcess(cluster: Cluster): NodeJS.ProcessEnv {
  const pid = readPostmasterFile(cluster)?.pid
  try {
    const name = fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return name === 'postgres' ? {} : { PG_GRANDPARENT_PID: String(pid) }
  } catch {
    return {}
  }
}

/**
 * The folder of the cluster's socket, open to its account only: in the cluster's home, or, where that path is too long
 * for a socket, under /tmp (and not TMPDIR, which may be long itself and differ at the next start).
 */
export function socketFolder({ home, id, account }: Cluster): string {
  const beside = path.join(home, 'run')
  const fits = Buffer.byteLength(path.join(beside, `.s.PGSQL.${socketPort}`)) <= longestSocketPath
  const hash = createHash('sha256').update(`${home}\n${id}`).digest('hex').slice(0, 16)
  const folder = fits ? beside : `/tmp/stable-housing-${hash}`
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const found = fs.lstatSync(folder)
  const isOurs = found.uid === account.uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !isOurs || found.mode & 0o077) {
    throw new OperatorError(
      `The folder ${folder} is needed for the database's socket, but somebody else made it. Remove it, then start again.`,
    )
  }
  fs.chownSync(folder, account.uid, account.gid)
  return folder
}

/** What the running server wrote into its cluster. PostgreSQL's own file: it is read here, never removed. */
interface PostmasterFile {
  pid: number
  /** A plain `kill` has told it to stop as soon as everybody has disconnected. */
  isStopping: boolean
}

export function readPostmasterFile({ folder }: Cluster): PostmasterFile | null {
  try {
    const text = fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8')
    const [pid, , , , , , , status = ''] = text.split('\n')
    if (!(Number(pid) > 0)) return null
    return { pid: Number(pid), isStopping: status.trim() === 'stopping' }
  } catch {
    return null
  }
}

/** The parent of a process; null when it can't be told. */
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

/** Milliseconds for the orderly end, and for the immediate one, after which the next start recovers. */
const fastStop = 6_000
const immediateStop = 2_000

/** Stops a server whose process number was verified over a connection that is still open. */
export async function stopPostmaster(pid: number, cluster: Cluster): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', fastStop],
    ['SIGQUIT', immediateStop],
  ] as const) {
    sendSignal(pid, signal)
    const deadline = Date.now() + patience
    while (Date.now() < deadline) {
      // It removes its file as its last act; the process may stay as a zombie where nobody reaps it.
      if (readPostmasterFile(cluster)?.pid !== pid || !sendSignal(pid, 0)) return
      await pause(20)
    }
  }
}

/** Whether there was such a process. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function openLog(file: string): number {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestLog) fs.renameSync(file, `${file}.1`)
  return fs.openSync(file, 'a', 0o600)
}

function lastComplaint(log: string): string {
  const lines = log.trim().split('\n')
  const fatal = lines.findLast((line) => /(FATAL|PANIC): /.test(line))
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*(FATAL|PANIC): +/, '')
}
