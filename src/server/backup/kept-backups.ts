import fs from 'node:fs/promises'
import path from 'node:path'
import type { Keyring } from '#server/audit/keyring.ts'
import { latestPast } from '#server/clock-difference.ts'
import { readGenuine } from './signed-blocks.ts'

/** A daily backup. */
export interface KeptBackup {
  file: string
  bytes: number
  madeAt: Date
  isEncrypted: boolean
}

export interface BackupFolder {
  /** The backups that this installation signed, newest first. One with a date in the future counts as the oldest. */
  kept: KeptBackup[]
  /** Names of what only looks like one: links, files that someone else signed or changed, and renamed ones. */
  foreign: string[]
}

/** How many a folder keeps. */
export const keptCount = 14

/** How the names of daily backups begin. */
export const backupPrefix = 'stable-housing-'

export const forever = Number.MAX_SAFE_INTEGER

/** 'stable-housing-2026-11-21T14-45-17.backup', in UTC. The name holds the time, because copying changes a file's date. */
export const backupName = (madeAt: Date) =>
  `${backupPrefix}${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`

/** Milliseconds; `forever` if the date is in the future. */
export function ageOf({ madeAt }: Pick<KeptBackup, 'madeAt'>, now: Date): number {
  return madeAt > latestPast(now) ? forever : now.getTime() - madeAt.getTime()
}

const shape = /^stable-housing-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.backup$/

/**
 * Returns what looks at the folder. Others may write there, so each file is read and its signature checked, once: again
 * only after its size or one of its times has changed.
 */
export function backupFolder(
  folder: string,
  keys: Keyring,
  signal: AbortSignal,
): (now: Date) => Promise<BackupFolder> {
  const checked = new Map<string, { stamp: string; found: ReturnType<typeof readGenuine> }>()

  async function genuine(file: string, name: string) {
    // Another instance may have removed it just now.
    const stat = await fs.lstat(file, { bigint: true }).catch(() => undefined)
    if (!stat) return undefined
    const stamp = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join()
    if (checked.get(name)?.stamp !== stamp)
      checked.set(name, { stamp, found: readGenuine(file, keys, signal) })
    try {
      const found = await checked.get(name)?.found
      // A copy under another name would pass for a newer one.
      return {
        bytes: Number(stat.size),
        signed: found && backupName(found.createdAt) === name ? found : null,
      }
    } catch {
      // The disk may answer the next time.
      checked.delete(name)
      return { bytes: 0, signed: null }
    }
  }

  return async (now) => {
    const names: string[] = await fs.readdir(folder).catch((error) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of checked.keys()) if (!names.includes(name)) checked.delete(name)
    const seen: BackupFolder = { kept: [], foreign: [] }
    for (const name of names.filter((name) => shape.test(name)).sort()) {
      const file = path.join(folder, name)
      const found = await genuine(file, name)
      if (!found) continue
      const { bytes, signed } = found
      if (!signed) {
        seen.foreign.push(name)
        continue
      }
      const { createdAt: madeAt, isEncrypted } = signed
      seen.kept.push({ file, bytes, madeAt, isEncrypted })
    }
    signal.throwIfAborted()
    seen.kept.sort((a, b) => ageOf(a, now) - ageOf(b, now))
    return seen
  }
}
