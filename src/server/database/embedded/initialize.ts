import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { folderFailure, fullDiskFailure } from '#server/data-folder.ts'
import { isRunning } from '#server/is-running.ts'
import { syncFolder } from '#server/lasting-files.ts'
import { OperatorError } from '#server/operator-error.ts'
import { secretFromDataFolder } from '../secrets.ts'
import type { Binaries } from './binaries.ts'
import { type ClusterPlace, recordCluster } from './cluster-place.ts'

export const superuser = 'postgres'

interface Making {
  progress: (sentence: string) => void
  signal?: AbortSignal | undefined
}

/** Makes the cluster when the data folder has none, and refuses one that is damaged or of another version. */
export async function ensureCluster(place: ClusterPlace, binaries: Binaries, making: Making): Promise<void> {
  try {
    await removeDrafts(place)
    if (!fs.existsSync(path.join(place.cluster, 'PG_VERSION'))) await makeCluster(place, binaries, making)
  } catch (error) {
    throw folderFailure(error, place.home)
  }
  const version = Number(fs.readFileSync(path.join(place.cluster, 'PG_VERSION'), 'utf8'))
  if (version !== binaries.majorVersion) throw otherVersion(place, version, binaries.majorVersion)
  if (place.majorVersion !== version) recordCluster(place, version)
}

/** The password of the cluster's roles. It is made with the cluster, and lost with it only. */
export function clusterPassword(place: ClusterPlace): string {
  const name = 'database-password'
  if (place.majorVersion === null || fs.existsSync(path.join(place.dataDir, name))) {
    return secretFromDataFolder(place.dataDir, name)
  }
  throw new OperatorError(
    `The file ${path.join(place.dataDir, name)} is missing, without which the private database can't be opened. Put it back from a backup of the data folder.`,
  )
}

async function makeCluster(place: ClusterPlace, binaries: Binaries, { progress, signal }: Making) {
  if (place.majorVersion !== null) {
    throw new OperatorError(
      `The private database of ${place.dataDir} is missing at ${place.cluster}. Put it back (is a disk not mounted?), or delete the data folder for a fresh start.`,
    )
  }
  if (fs.existsSync(place.cluster) && fs.readdirSync(place.cluster).length > 0) {
    throw new OperatorError(
      `The folder ${place.cluster} holds something that is not a PostgreSQL database. Move it away, then start again.`,
    )
  }
  progress('Making the private database. This happens once.')
  const draft = `${place.cluster}.tmp-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    fs.mkdirSync(draft, { mode: 0o700 })
    fs.writeFileSync(passwordFile, clusterPassword(place), { mode: 0o600 })
    if (place.account.isOther) {
      for (const file of [draft, passwordFile]) fs.chownSync(file, place.account.uid, place.account.gid)
    }
    await runInitdb(place, binaries, { folder: draft, passwordFile, signal })
    moveIntoPlace(draft, place.cluster)
  } finally {
    fs.rmSync(passwordFile, { force: true })
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

/** A rename onto an empty or absent folder; when another process was faster, its cluster stands. */
function moveIntoPlace(draft: string, cluster: string): void {
  try {
    fs.renameSync(draft, cluster)
    syncFolder(path.dirname(cluster))
  } catch (error) {
    if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) throw error
  }
}

interface Draft {
  folder: string
  passwordFile: string
  signal: AbortSignal | undefined
}

async function runInitdb(place: ClusterPlace, binaries: Binaries, { folder, passwordFile, signal }: Draft) {
  const options = [
    ...['--pgdata', folder, '--username', superuser, '--pwfile', passwordFile],
    ...['--auth=scram-sha-256', '--data-checksums', '--encoding=UTF8', '--locale=C'],
    // Upper and lower case of all of Unicode, alike on every machine; before 17 the system's own tables.
    ...(binaries.majorVersion >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions']
      : ['--lc-ctype=C.UTF-8', '--no-instructions']),
  ]
  signal?.throwIfAborted()
  const identity = place.account.isOther ? { uid: place.account.uid, gid: place.account.gid } : {}
  const initdb = spawn(binaries.initdb, options, {
    ...identity,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // With a group of its own, the PostgreSQL that it starts can be asked to end, too.
    detached: true,
  })
  let said = ''
  initdb.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const breakOff = () => initdb.pid && process.kill(-initdb.pid, 'SIGINT')
  signal?.addEventListener('abort', breakOff)
  // Broken off, it takes its files away before it ends.
  const code = await new Promise((resolve, reject) => initdb.once('error', reject).once('close', resolve))
  signal?.removeEventListener('abort', breakOff)
  signal?.throwIfAborted()
  if (code !== 0) throw initdbFailure(said, place)
}

function initdbFailure(said: string, place: ClusterPlace): unknown {
  const full = fullDiskFailure(said, place.home)
  if (full) return full
  const known = [
    [/Permission denied/, 'EACCES'],
    [/Read-only file system/, 'EROFS'],
  ] as const
  const code = known.find(([pattern]) => pattern.test(said))?.[1]
  if (code) return folderFailure(Object.assign(new Error(said), { code }), place.home)
  const reason = said.split('\n').find((line) => /error|fatal/i.test(line)) ?? said.trim().split('\n').at(-1)
  return new OperatorError(
    `The private database could not be made at ${place.home}: ${reason?.trim() || 'initdb ended without a word'}. Put that right and start again; nothing half-made remains.`,
  )
}

/** What a killed start left behind. Drafts of processes that live are theirs. */
async function removeDrafts({ home }: ClusterPlace): Promise<void> {
  for (const name of fs.readdirSync(home)) {
    const pid = /^postgres\.tmp-(\d+)-/.exec(name)?.[1]
    if (pid && !isOfOthers(Number(pid))) await removeDraft(path.join(home, name))
  }
}

/**
 * initdb outlives the start that was killed, for a second or so. While it writes and removes files itself, a recursive
 * removal ends half-way, and says nothing.
 */
async function removeDraft(draft: string): Promise<void> {
  for (let attempt = 0; attempt < 50 && fs.existsSync(draft); attempt += 1) {
    if (attempt > 0) await delay(100)
    fs.rmSync(draft, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** Our own number on a draft that we did not make yet is one of an earlier process. */
function isOfOthers(pid: number): boolean {
  return pid !== process.pid && isRunning(pid)
}

function otherVersion(place: ClusterPlace, version: number, available: number): OperatorError {
  return new OperatorError(
    `The private database at ${place.cluster} is of PostgreSQL ${version}, and the programs at hand are of PostgreSQL ${available}. ` +
      `Set PG_BIN_DIR to the programs of PostgreSQL ${version}; or start the earlier version of this product, make a backup (npm run ops -- backup FILE), and restore it into a new data folder. The folder was left untouched.`,
  )
}
