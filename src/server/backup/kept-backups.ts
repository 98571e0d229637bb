import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A daily backup. */
export interface KeptBackup {
  file: string
  bytes: number
  madeAt: Date
  /** Milliseconds; `forever` if the date is in the future. */
  age: number
}

/** How many a folder keeps. */
export const keptCount = 14

/** How the names of daily backups begin. */
export const backupPrefix = 'stable-housing-'

export const forever = Number.MAX_SAFE_INTEGER

/** 'stable-housing-2026-11-21T14-45-17.backup', in UTC. The name holds the time, because copying changes a file's date. */
export const backupName = (madeAt: Date) =>
  `${backupPrefix}${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`

const shape = /^stable-housing-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.backup$/

/** The daily backups in the folder, newest first. One with a date in the future counts as the oldest. */
export async function keptBackups(folder: string, now: Date): Promise<KeptBackup[]> {
  const names = await fs.readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const kept: KeptBackup[] = []
  for (const name of names) {
    const [, day, hours, minutes, seconds] = shape.exec(name) ?? []
    const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
    const age = now.getTime() - madeAt.getTime()
    if (Number.isNaN(age)) continue
    const file = path.join(folder, name)
    // Another instance may have removed it just now.
    const found = await fs.lstat(file).catch(() => undefined)
    // Two clocks may differ by five minutes.
    if (found?.isFile())
      kept.push({ file, bytes: found.size, madeAt, age: age < -5 * 60_000 ? forever : age })
  }
  return kept.sort((a, b) => a.age - b.age)
}

/**
 * For a folder on a share that may not answer: times out after two seconds, and calls that come meanwhile get the same
 * result. Hanging reads would fill the thread pool.
 */
export function coalesceWithTimeout<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    const late = pause(2_000, undefined, { ref: false }).then(() => {
      throw new Error('the folder does not answer')
    })
    late.catch(() => {})
    return Promise.race([reading, late])
  }
}
