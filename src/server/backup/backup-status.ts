import { describeBackup, isInFuture, keptBackups } from './backup-folder.ts'

/** What the health call tells: the first word to everyone, the rest to whoever may read it. */
export interface BackupStatus {
  backup: 'well' | 'not well' | 'not kept here'
  lastBackup: {
    finishedAt: Date
    ageSeconds: number
    bytes: number
    encrypted: boolean
    kept: number
  } | null
  lastFailure: string | null
}

/** Where the database is somebody else's, so are its backups. */
export const notKeptHere: BackupStatus = { backup: 'not kept here', lastBackup: null, lastFailure: null }

interface Known {
  folder: string
  /** When the server was started. */
  startedAt: Date
  /** Whether anybody has a password yet: before that there is nothing to lose. */
  isNeeded: boolean
  lastFailure: string | null
}

/** Milliseconds: a day, and time to try again after a failure. */
const longestAge = 26 * 60 * 60_000
/** Milliseconds after a start within which an overdue backup is made up for. */
const timeToCatchUp = 60 * 60_000

/** Never fails: a folder that can't be read is an answer, too. */
export async function statusOf(known: Known, now: Date): Promise<BackupStatus> {
  return await lookIntoFolder(known, now).catch(() => ({
    backup: 'not well',
    lastBackup: null,
    lastFailure: known.lastFailure ?? "The folder for backups can't be read.",
  }))
}

async function lookIntoFolder(known: Known, now: Date): Promise<BackupStatus> {
  const kept = await keptBackups(known.folder, now)
  const [newest] = kept
  const lastBackup = newest ? { ...(await describeBackup(newest, now)), kept: kept.length } : null
  const sinceStart = now.getTime() - known.startedAt.getTime()
  const isWell =
    !known.isNeeded ||
    (sinceStart >= 0 && sinceStart < timeToCatchUp) ||
    (newest &&
      !isInFuture(newest.finishedAt, now) &&
      now.getTime() - newest.finishedAt.getTime() < longestAge)
  return { backup: isWell ? 'well' : 'not well', lastBackup, lastFailure: known.lastFailure }
}
