import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { health } from '#contract/health/endpoints.ts'
import { hasAnyPassword } from '#server/accounts/store.ts'
import type { Keyring } from '#server/audit/keyring.ts'
import { latestPast } from '#server/clock-difference.ts'
import type { Config } from '#server/config.ts'
import { whileLocked } from '#server/database/locks.ts'
import type { Log, OpenDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { isTaken, removePartialFiles, toFileError } from './backup-file.ts'
import {
  ageOf,
  type BackupFolder,
  backupFolder,
  backupName,
  backupPrefix,
  forever,
  type KeptBackup,
  keptCount,
} from './kept-backups.ts'
import { writeBackup } from './write-backup.ts'

/** For `GET /api/health`, where only super-admins get the last backup and failure, and for the first steps. */
export interface BackupStatus
  extends Required<Pick<z.infer<typeof health>, 'backup' | 'lastBackup' | 'lastFailure' | 'foreignBackups'>> {
  /** Whether the backups would be lost with the data. */
  isOnDataDisk: boolean
}

interface DailyBackup {
  /** Never rejects. */
  status(): Promise<BackupStatus>
  /** Stops a running backup and removes its unfinished file. */
  stop(): Promise<void>
}

export interface DailyBackupOptions {
  config: Pick<Config, 'dataDir' | 'backupDir' | 'backupKey'>
  database: Pick<OpenDatabase, 'db' | 'asOwner'>
  migrations: string
  /** The first one signs. */
  keys: Keyring
  clock: () => Date
  log: Log
  /** Shorter in tests. */
  pauses?: typeof defaultPauses
}

const hour = 60 * 60_000

/** Milliseconds. Polls instead of waiting a day, because the clock may jump and the machine may sleep. */
const defaultPauses = { afterStart: 60_000, betweenChecks: 5 * 60_000, afterFailure: hour }

export const notKeptHere: BackupStatus = {
  backup: 'not kept here',
  lastBackup: null,
  lastFailure: null,
  foreignBackups: [],
  isOnDataDisk: false,
}

const nothingSeen = { kept: [], foreign: [], isOnDataDisk: true }

/**
 * Backs up the database every 24 hours while the server runs, into a folder that all instances share. Without one, backups
 * are up to the operator of the database.
 */
export function backUpDaily(options: DailyBackupOptions): DailyBackup {
  const { config, database, keys, clock, log, pauses = defaultPauses } = options
  const { backupDir } = config
  if (!backupDir) return { status: async () => notKeptHere, stop: async () => {} }
  const folder: string = backupDir
  const startedAt = clock().getTime()
  const stopping = new AbortController()
  const { signal } = stopping
  /** Without any password there is no data to lose. */
  let isNeeded = true
  let lastFailure: string | null = null

  const readFolder = backupFolder(folder, keys, signal)
  /** As found last; undefined before the first look, and after one that failed. */
  let seen: (BackupFolder & Pick<BackupStatus, 'isOnDataDisk'>) | undefined
  let named = ''

  /** Takes as long as reading the files that are new. */
  async function look(): Promise<BackupFolder> {
    try {
      const found = await readFolder(clock())
      seen = { ...found, isOnDataDisk: await areOnOneDisk(config.dataDir, folder) }
    } catch (error) {
      seen = undefined
      throw error
    }
    const foreign = seen.foreign.join(', ')
    if (foreign && foreign !== named) {
      log.warn(`In the folder for backups, but not made by this installation or changed since: ${foreign}.`)
    }
    named = foreign
    return seen
  }

  async function backUpIfMissing(): Promise<void> {
    const [newest] = (await look()).kept
    if (newest && ageOf(newest, clock()) < 24 * hour) return
    const name = await backUp(options, folder, signal)
    const { kept } = await look()
    log.info(`The daily backup was created: ${name}.`)
    for (const { file } of kept.splice(keptCount)) await fs.rm(file, { force: true })
  }

  /** Returns the milliseconds until the next check. */
  async function backUpIfDue(): Promise<number> {
    try {
      isNeeded = await hasAnyPassword(database.db)
      if (isNeeded) {
        // Looks only then: another instance may have made it just now.
        await whileLocked(database.db, 'daily backup', backUpIfMissing)
      }
      lastFailure = null
      return pauses.betweenChecks
    } catch (error) {
      if (signal.aborted) return 0
      lastFailure = sentenceOf(error)
      log.error(`The daily backup failed and will be retried in an hour: ${lastFailure}`)
      return pauses.afterFailure
    }
  }

  async function run(): Promise<void> {
    // The check after the pause says what is wrong.
    await look().catch(() => {})
    let wait = pauses.afterStart
    while (!signal.aborted) {
      await pause(wait, undefined, { ref: false, signal })
      wait = await backUpIfDue()
    }
  }
  // Only what is aborted rejects.
  const running = run().catch(() => {})

  function isOnTime(newest: KeptBackup | undefined, now: Date): boolean {
    const sinceStart = now.getTime() - startedAt
    if (!isNeeded) return true
    // An overdue backup is made within an hour of the start.
    if (sinceStart >= 0 && sinceStart < hour) return true
    // A day, and time to try again after a failure.
    return newest !== undefined && ageOf(newest, now) < 26 * hour
  }

  async function status(): Promise<BackupStatus> {
    const now = clock()
    const { kept, foreign: foreignBackups, isOnDataDisk } = seen ?? nothingSeen
    const newest = kept.find((backup) => ageOf(backup, now) < forever)
    const lastBackup = newest && {
      finishedAt: newest.madeAt.toISOString(),
      ageSeconds: Math.max(0, Math.round(ageOf(newest, now) / 1000)),
      bytes: newest.bytes,
      encrypted: newest.isEncrypted,
      kept: kept.length,
    }
    const backup = isOnTime(newest, now) ? 'ok' : 'failing'
    return { backup, lastBackup: lastBackup ?? null, lastFailure, foreignBackups, isOnDataDisk }
  }

  return {
    status,
    async stop() {
      stopping.abort(new Error('the server is stopping'))
      await running
    },
  }
}

/** A folder that does not exist yet counts as on the same disk. */
async function areOnOneDisk(...folders: [string, string]): Promise<boolean> {
  const [data, backups] = await Promise.all(folders.map((folder) => fs.stat(folder).catch(() => undefined)))
  return data?.dev === backups?.dev || !backups
}

/** Stands for the path in messages, because the log and the health reply must not show it. */
const label = 'the folder for backups'

/** Returns the name of the file. */
async function backUp(options: DailyBackupOptions, folder: string, signal: AbortSignal): Promise<string> {
  const { config, database, migrations, keys, clock, log } = options
  // Another one has to exist: it may be the place of a disk that is not mounted.
  if (path.dirname(folder) === config.dataDir) {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    await fs.chmod(folder, 0o700)
  }
  await removePartialFiles(folder, backupPrefix)
  const createdAt = new Date(clock())
  const latest = latestPast(createdAt)
  // Others may write there, too. A later date would count as one of the future.
  while (createdAt < latest && (await isTaken(path.join(folder, backupName(createdAt)))))
    createdAt.setUTCSeconds(createdAt.getUTCSeconds() + 1)
  const name = backupName(createdAt)
  await database.asOwner((owner) =>
    writeBackup(owner, {
      file: path.join(folder, name),
      label,
      key: config.backupKey,
      signingKey: keys[0],
      migrations,
      createdAt,
      clock,
      signal,
      warn: (sentence) => log.warn(sentence),
    }),
  )
  return name
}

/** Omits PostgreSQL's messages, which quote values. */
function sentenceOf(thrown: unknown): string {
  const error = toFileError(thrown, label)
  if (error instanceof OperatorError) return error.message
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `The database or the disk did not work as expected${code}.`
}
