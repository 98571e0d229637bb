import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { health } from '#contract/health/endpoints.ts'
import { hasAnyPassword } from '#server/accounts/store.ts'
import type { AuditKey } from '#server/audit/keyring.ts'
import type { Config } from '#server/config.ts'
import type { Log, OpenDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { removePartialFiles, toFileError } from './backup-file.ts'
import { detectKind } from './format.ts'
import { writeBackup } from './write-backup.ts'

/** For `GET /api/health`: everyone gets `backup`, only super-admins the rest. */
export type BackupStatus = Required<Pick<z.infer<typeof health>, 'backup' | 'lastBackup' | 'lastFailure'>>

interface DailyBackup {
  /** Never rejects. */
  status(): Promise<BackupStatus>
  /** Stops a running backup and removes its unfinished file. */
  stop(): Promise<void>
}

export interface DailyBackupOptions {
  config: Pick<Config, 'dataDir' | 'backupKey'> & { database: Pick<Config['database'], 'kind'> }
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

const keptCount = 14

export const notKeptHere: BackupStatus = { backup: 'not kept here', lastBackup: null, lastFailure: null }

/**
 * Backs up the private database every 24 hours while the server runs. An external server's backups are up to its operator.
 */
export function backUpDaily(options: DailyBackupOptions): DailyBackup {
  const { config, database, clock, log, pauses = defaultPauses } = options
  if (config.database.kind === 'external') return { status: async () => notKeptHere, stop: async () => {} }
  const folder = path.join(config.dataDir, 'backups')
  const startedAt = clock().getTime()
  const stopping = new AbortController()
  const { signal } = stopping
  /** Without any password there is no data to lose. */
  let isNeeded = true
  let lastFailure: string | null = null

  /** Returns the milliseconds until the next check. */
  async function backUpIfDue(): Promise<number> {
    try {
      isNeeded = await hasAnyPassword(database.db)
      const [newest] = await keptBackups(folder, clock())
      if (isNeeded && (newest?.age ?? forever) >= 24 * hour) {
        await backUp(options, folder, signal)
        lastFailure = null
      }
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

  async function status(): Promise<BackupStatus> {
    const now = clock()
    const kept = await keptBackups(folder, now)
    const newest = kept.find(({ age }) => age < forever)
    const sinceStart = now.getTime() - startedAt
    const isOnTime =
      !isNeeded ||
      // An overdue backup is made within an hour of the start.
      (sinceStart >= 0 && sinceStart < hour) ||
      // A day, and time to try again after a failure.
      (newest && newest.age < 26 * hour)
    const lastBackup = newest && {
      finishedAt: newest.madeAt.toISOString(),
      ageSeconds: Math.max(0, Math.round(newest.age / 1000)),
      bytes: (await fs.stat(newest.file)).size,
      encrypted: (await detectKind(newest.file)) === 'encrypted',
      kept: kept.length,
    }
    return { backup: isOnTime ? 'ok' : 'failing', lastBackup: lastBackup ?? null, lastFailure }
  }

  return {
    status: () =>
      status().catch(() => ({
        backup: 'failing',
        lastBackup: null,
        lastFailure: lastFailure ?? "The folder for backups can't be read.",
      })),
    async stop() {
      stopping.abort(new Error('the server is stopping'))
      await running
    },
  }
}

/** Stands for the path in messages, because the log and the health reply must not show it. */
const label = 'the folder for backups'

async function backUp(options: DailyBackupOptions, folder: string, signal: AbortSignal): Promise<void> {
  const { config, database, migrations, signingKey, clock, log } = options
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  await fs.chmod(folder, 0o700)
  await removePartialFiles(folder, 'stable-housing-')
  const name = `stable-housing-${clock().toISOString().slice(0, 19).replaceAll(':', '-')}.backup`
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

const forever = Number.MAX_SAFE_INTEGER

/** 'stable-housing-2026-11-21T14-45-17.backup', in UTC. The name holds the time, because copying changes a file's date. */
const shape = /^stable-housing-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.backup$/

/** The daily backups in the folder, newest first. One with a date in the future counts as the oldest. */
async function keptBackups(folder: string, now: Date) {
  const names = await fs.readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const kept = names.flatMap((name) => {
    const [, day, hours, minutes, seconds] = shape.exec(name) ?? []
    const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
    const age = now.getTime() - madeAt.getTime()
    if (Number.isNaN(age)) return []
    // Two clocks may differ by five minutes.
    return [{ file: path.join(folder, name), madeAt, age: age < -5 * 60_000 ? forever : age }]
  })
  return kept.sort((a, b) => a.age - b.age)
}

/** Omits PostgreSQL's messages, which quote values. */
function sentenceOf(thrown: unknown): string {
  const error = toFileError(thrown, label)
  if (error instanceof OperatorError) return error.message
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `The database or the disk did not work as expected${code}.`
}
