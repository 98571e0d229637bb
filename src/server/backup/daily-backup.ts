import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { health } from '#contract/health/endpoints.ts'
import { anyoneHasPassword } from '#server/accounts/store.ts'
import type { Config } from '#server/config.ts'
import type { Log, OpenDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { fileFailure, removeAbandoned } from './backup-file.ts'
import { kindOf } from './format.ts'
import { writeBackup } from './write-backup.ts'

/** What the health call tells: the first word to everyone, the rest to whoever may read it. */
export type BackupStatus = Required<Omit<z.infer<typeof health>, 'status' | 'auditTrail'>>

interface DailyBackup {
  /** Never fails: a folder that can't be read is an answer, too. */
  status(): Promise<BackupStatus>
  /** Ends a backup that is being made; its unfinished file is removed. */
  stop(): Promise<void>
}

export interface DailyBackupOptions {
  config: Pick<Config, 'dataDir' | 'backupKey'> & { database: Pick<Config['database'], 'kind'> }
  database: Pick<OpenDatabase, 'db' | 'asOwner'>
  /** The folder of `package.json`. */
  root: string
  migrations: string
  clock: () => Date
  log: Log
  /** Shorter in tests. */
  pauses?: typeof usualPauses
}

const hour = 60 * 60_000

/** Milliseconds. Short looks instead of one long wait: a clock may jump, and a machine may sleep. */
const usualPauses = { afterStart: 60_000, betweenLooks: 5 * 60_000, afterFailure: hour }

const howManyAreKept = 14

export const notKeptHere: BackupStatus = { backup: 'not kept here', lastBackup: null, lastFailure: null }

/**
 * Makes a backup of the private database every 24 hours for as long as the server runs. The backups of an external
 * server are its operator's.
 */
export function backUpDaily(options: DailyBackupOptions): DailyBackup {
  const { config, database, clock, log, pauses = usualPauses } = options
  if (config.database.kind === 'external') return { status: async () => notKeptHere, stop: async () => {} }
  const folder = path.join(config.dataDir, 'backups')
  const startedAt = clock().getTime()
  const stopping = new AbortController()
  const { signal } = stopping
  /** Before anybody has a password there is nothing to lose. */
  let isNeeded = true
  let lastFailure: string | null = null

  /** Answers how long to wait for the next look. */
  async function backUpIfDue(): Promise<number> {
    try {
      isNeeded = await anyoneHasPassword(database.db)
      const [newest] = await keptBackups(folder, clock())
      if (isNeeded && (newest?.age ?? forever) >= 24 * hour) {
        await backUp(options, folder, signal)
        lastFailure = null
      }
      return pauses.betweenLooks
    } catch (error) {
      if (signal.aborted) return 0
      lastFailure = sentenceOf(error)
      log.error(`The daily backup failed and is tried again in an hour: ${lastFailure}`)
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
  // The only failure is that of a pause that was ended.
  const running = run().catch(() => {})

  async function status(): Promise<BackupStatus> {
    const now = clock()
    const kept = await keptBackups(folder, now)
    const newest = kept.find(({ age }) => age < forever)
    const sinceStart = now.getTime() - startedAt
    const isWell =
      !isNeeded ||
      // An overdue backup is made up for in the first hour.
      (sinceStart >= 0 && sinceStart < hour) ||
      // A day, and time to try again after a failure.
      (newest && newest.age < 26 * hour)
    const lastBackup = newest && {
      finishedAt: newest.madeAt.toISOString(),
      ageSeconds: Math.max(0, Math.round(newest.age / 1000)),
      bytes: (await fs.stat(newest.file)).size,
      encrypted: (await kindOf(newest.file)) === 'encrypted',
      kept: kept.length,
    }
    return { backup: isWell ? 'well' : 'not well', lastBackup: lastBackup ?? null, lastFailure }
  }

  return {
    status: () =>
      status().catch(() => ({
        backup: 'not well',
        lastBackup: null,
        lastFailure: lastFailure ?? "The folder for backups can't be read.",
      })),
    async stop() {
      stopping.abort(new Error('the server stops'))
      await running
    },
  }
}

/** What sentences call the files: the log and the health call name no path. */
const label = 'the folder for backups'

async function backUp(options: DailyBackupOptions, folder: string, signal: AbortSignal): Promise<void> {
  const { config, database, root, migrations, clock, log } = options
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  await fs.chmod(folder, 0o700)
  await removeAbandoned(folder, 'stable-housing-')
  const name = `stable-housing-${clock().toISOString().slice(0, 19).replaceAll(':', '-')}.backup`
  await database.asOwner((owner) =>
    writeBackup(owner, {
      file: path.join(folder, name),
      label,
      key: config.backupKey,
      root,
      migrations,
      clock,
      signal,
      warn: (sentence) => log.warn(sentence),
    }),
  )
  log.info(`The daily backup was made: ${name}.`)
  for (const { file } of (await keptBackups(folder, clock())).slice(howManyAreKept)) {
    await fs.rm(file, { force: true })
  }
}

const forever = Number.MAX_SAFE_INTEGER

/** 'stable-housing-2026-11-21T14-45-17.backup', in UTC: a copied file keeps its name, but not its date. */
const shape = /^stable-housing-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.backup$/

/** The daily backups in the folder, newest first. One that a wrong clock has dated into the future counts as oldest. */
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
  return kept.sort((one, other) => one.age - other.age)
}

/** Without what PostgreSQL says of values. */
function sentenceOf(thrown: unknown): string {
  const error = fileFailure(thrown, label)
  if (error instanceof OperatorError) return error.message
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `The database or the disk did not work as expected${code}.`
}
