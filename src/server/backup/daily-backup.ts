import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { health } from '#contract/health/endpoints.ts'
import { hasAnyPassword } from '#server/accounts/store.ts'
import type { AuditKey } from '#server/audit/keyring.ts'
import type { Config } from '#server/config.ts'
import { whileLocked } from '#server/database/locks.ts'
import type { Log, OpenDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { removePartialFiles, toFileError } from './backup-file.ts'
import {
  backupName,
  backupPrefix,
  coalesceWithTimeout,
  forever,
  type KeptBackup,
  keptBackups,
  keptCount,
} from './kept-backups.ts'
import { seemsEncrypted } from './signed-blocks.ts'
import { writeBackup } from './write-backup.ts'

/** For `GET /api/health`, where only super-admins get the last backup and failure, and for the first steps. */
export interface BackupStatus
  extends Required<Pick<z.infer<typeof health>, 'backup' | 'lastBackup' | 'lastFailure'>> {
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
  signingKey: AuditKey
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
  isOnDataDisk: false,
}

/**
 * Backs up the database every 24 hours while the server runs, into a folder that all instances share. Without one, backups
 * are up to the operator of the database.
 */
export function backUpDaily(options: DailyBackupOptions): DailyBackup {
  const { config, database, clock, log, pauses = defaultPauses } = options
  const { backupDir } = config
  if (!backupDir) return { status: async () => notKeptHere, stop: async () => {} }
  const folder: string = backupDir
  const startedAt = clock().getTime()
  const stopping = new AbortController()
  const { signal } = stopping
  /** Without any password there is no data to lose. */
  let isNeeded = true
  let lastFailure: string | null = null

  const isDue = async () => ((await keptBackups(folder, clock()))[0]?.age ?? forever) >= 24 * hour

  /** Returns the milliseconds until the next check. */
  async function backUpIfDue(): Promise<number> {
    try {
      isNeeded = await hasAnyPassword(database.db)
      if (isNeeded) {
        // Looks only then: another instance may have made it just now.
        await whileLocked(database.db, 'daily backup', async () => {
          if (await isDue()) await backUp(options, folder, signal)
        })
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
    let wait = pauses.afterStart
    while (!signal.aborted) {
      await pause(wait, undefined, { ref: false, signal })
      wait = await backUpIfDue()
    }
  }
  // Only an aborted pause rejects.
  const running = run().catch(() => {})

  function isOnTime(newest: KeptBackup | undefined): boolean {
    const sinceStart = clock().getTime() - startedAt
    if (!isNeeded) return true
    // An overdue backup is made within an hour of the start.
    if (sinceStart >= 0 && sinceStart < hour) return true
    // A day, and time to try again after a failure.
    return newest !== undefined && newest.age < 26 * hour
  }

  const readStatus = coalesceWithTimeout(async () => {
    const kept = await keptBackups(folder, clock())
    const newest = kept.find(({ age }) => age < forever)
    const isEncrypted = newest !== undefined && (await seemsEncrypted(newest.file))
    return { kept, newest, isEncrypted, isOnDataDisk: await areOnOneDisk(config.dataDir, folder) }
  })

  async function status(): Promise<BackupStatus> {
    try {
      const { kept, newest, isEncrypted, isOnDataDisk } = await readStatus()
      const lastBackup = newest && {
        finishedAt: newest.madeAt.toISOString(),
        ageSeconds: Math.max(0, Math.round(newest.age / 1000)),
        bytes: newest.bytes,
        encrypted: isEncrypted,
        kept: kept.length,
      }
      const backup = isOnTime(newest) ? 'ok' : 'failing'
      return { backup, lastBackup: lastBackup ?? null, lastFailure, isOnDataDisk }
    } catch {
      const reason = lastFailure ?? "The folder for backups can't be read."
      return { backup: 'failing', lastBackup: null, lastFailure: reason, isOnDataDisk: true }
    }
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

async function backUp(options: DailyBackupOptions, folder: string, signal: AbortSignal): Promise<void> {
  const { config, database, migrations, signingKey, clock, log } = options
  // Another one has to exist: it may be the place of a disk that is not mounted.
  if (path.dirname(folder) === config.dataDir) {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    await fs.chmod(folder, 0o700)
  }
  await removePartialFiles(folder, backupPrefix)
  const name = backupName(clock())
  await database.asOwner((owner) =>
    writeBackup(owner, {
      file: path.join(folder, name),
      label,
      key: config.backupKey,
      signingKey,
      migrations,
      clock,
      signal,
      warn: (sentence) => log.warn(sentence),
    }),
  )
  log.info(`The daily backup was created: ${name}.`)
  for (const { file } of (await keptBackups(folder, clock())).slice(keptCount)) {
    await fs.rm(file, { force: true })
  }
}

/** Omits PostgreSQL's messages, which quote values. */
function sentenceOf(thrown: unknown): string {
  const error = toFileError(thrown, label)
  if (error instanceof OperatorError) return error.message
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `The database or the disk did not work as expected${code}.`
}
