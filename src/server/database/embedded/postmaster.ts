import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { socketPort } from './socket-folder.ts'

/** A postgres server process that we started. It runs on when we are killed; the next start adopts it. */
export interface Postmaster {
  child: ChildProcess
  hasExited(): boolean
  /** What it said last before it ended, or ''. */
  complaint(): string
}

/** Bytes; above, the log of earlier runs is set aside at the next start, once. */
const largestLog = 5_000_000

/** Logs hold no statement and no value of a row, which PostgreSQL's messages, details and statements would. */
const logSettings = {
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
}

/**
 * How much of the tables PostgreSQL keeps itself: an eighth of the memory that there is for us, at least its own default.
 * Half a gigabyte holds the daily part of far more records than an organization has.
 */
function keptMegabytes(): number {
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 128), 512))
}

export function logFile({ dataDir }: ClusterPlace): string {
  return path.join(dataDir, 'postgres.log')
}

/**
 * Starts the server on the cluster. `excusedPid` is a process that the cluster's postmaster.pid names and
 * that is known to be something else (numbers are given out anew after a power cut).
 */
export function startPostmaster(
  place: ClusterPlace,
  binaries: Binaries,
  socketDir: string,
  excusedPid: number | null,
): Postmaster {
  const settings = {
    ...logSettings,
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: `stable-housing-${place.id}`,
    timezone: 'UTC',
    // Acknowledged means on disk, whatever the cluster's configuration file says.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Where one of its processes crashed it ends, and is started anew like after any other end (docs/decisions/0047).
    restart_after_crash: 'off',
    shared_buffers: `${keptMegabytes()}MB`,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const file = logFile(place)
  const log = openLog(file)
  const start = fs.fstatSync(log).size
  const child = spawn(binaries.postgres, ['-D', place.cluster, ...options], {
    ...(place.account.isOther ? { uid: place.account.uid, gid: place.account.gid } : {}),
    cwd: '/',
    detached: true,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(excusedPid ? { PG_GRANDPARENT_PID: String(excusedPid) } : {}),
    },
    stdio: ['ignore', log, log],
  })
  fs.closeSync(log)
  child.unref()
  let failure = ''
  child.on('error', (error) => {
    failure = error.message
  })
  return {
    child,
    hasExited: () => failure !== '' || child.exitCode !== null || child.signalCode !== null,
    complaint: () => failure || lastComplaint(fs.readFileSync(file).subarray(start).toString('utf8')),
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
