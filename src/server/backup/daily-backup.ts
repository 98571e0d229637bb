import fs from 'node:fs/promises'
import path from 'node:path'
import { anyoneHasPassword } from '#server/accounts/store.ts'
import type { Log } from '#server/database/log.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { backupName, isInFuture, keepNewest, keptBackups } from './backup-folder.ts'
import { type BackupStatus, statusOf } from './backup-status.ts'
import { removeLeftDrafts } from './draft-file.ts'
import { fileFailure } from './file-failure.ts'
import { writeBackup } from './write-backup.ts'

export interface DailyBackup {
  status(): Promise<BackupStatus>
  /** Ends a backup that is being made; its unfinished file is removed. */
  stop(): Promise<void>
}

export interface DailyBackupWanted {
  database: Pick<OpenDatabase, 'db' | 'asOwner'>
  /** $DATA_DIR/backups. */
  folder: string
  /** BACKUP_KEY. */
  key: string | undefined
  product: string
  /** The folder of migrations. */
  migrations: string
  clock: () => Date
  log: Log
  /** Milliseconds, where a test can't wait. */
  pauses?: Partial<typeof usualPauses>
}

/** Milliseconds. Short looks instead of one long wait: a clock may jump, and a machine may sleep. */
const usualPauses = {
  afterStart: 60_000,
  betweenLooks: 5 * 60_000,
  afterFailure: 60 * 60_000,
}

const day = 24 * 60 * 60_000
const howManyAreKept = 14

/** Makes a backup every 24 hours for as long as the server runs, one at a time. */
export function backUpDaily(wanted: DailyBackupWanted): DailyBackup {
  const { folder, clock, log } = wanted
  const pauses = { ...usualPauses, ...wanted.pauses }
  const startedAt = clock()
  const stopping = new AbortController()
  let isNeeded = true
  let lastFailure: string | null = null
  let look: Promise<number> = Promise.resolve(pauses.afterStart)
  let timer: NodeJS.Timeout

  /** Looks whether a backup is due and makes it; answers how long to wait for the next look. */
  async function lookAndBackUp(): Promise<number> {
    try {
      isNeeded = await anyoneHasPassword(wanted.database.db)
      if (!isNeeded || !(await isDue(folder, clock()))) return pauses.betweenLooks
      await backUp(wanted, stopping.signal)
      lastFailure = null
      return pauses.betweenLooks
    } catch (error) {
      if (stopping.signal.aborted) return 0
      lastFailure = sentenceOf(error, folder)
      log.error(`The daily backup failed and is tried again in an hour: ${lastFailure}`)
      return pauses.afterFailure
    }
  }

  const wait = (milliseconds: number) => {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      look = lookAndBackUp()
      void look.then(wait)
    }, milliseconds).unref()
  }
  wait(pauses.afterStart)

  return {
    status: () => statusOf({ folder, startedAt, isNeeded, lastFailure }, clock()),
    async stop() {
      stopping.abort(new Error('the server stops'))
      clearTimeout(timer)
      await look
    },
  }
}

async function isDue(folder: string, now: Date): Promise<boolean> {
  const [newest] = await keptBackups(folder, now)
  if (!newest || isInFuture(newest.finishedAt, now)) return true
  return now.getTime() - newest.finishedAt.getTime() >= day
}

async function backUp({ database, folder, clock, log, ...wanted }: DailyBackupWanted, signal: AbortSignal) {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  await fs.chmod(folder, 0o700)
  await removeLeftDrafts(folder, 'stable-housing-')
  const place = () => path.join(folder, backupName(clock()))
  const warn = (sentence: string) => log.warn(sentence)
  const made = await database.asOwner((owner) =>
    writeBackup(owner, { ...wanted, clock, signal, warn, file: place(), finalName: place }),
  )
  log.info(`The daily backup was made: ${path.basename(made.file)}.`)
  await keepNewest(folder, howManyAreKept, clock())
}

/** For the log and for the super-admin: without the folder's path, and without what PostgreSQL says of values. */
function sentenceOf(thrown: unknown, folder: string): string {
  const error = thrown instanceof Error && 'path' in thrown ? fileFailure(thrown, folder) : thrown
  if (error instanceof OperatorError) {
    return error.message.replace(
      new RegExp(`${RegExp.escape(folder)}(/\\S+)?`, 'g'),
      'the folder for backups',
    )
  }
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `The database or the disk did not work as expected${code}.`
}
