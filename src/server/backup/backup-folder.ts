import fs from 'node:fs/promises'
import path from 'node:path'
import { kindOf } from './read-backup.ts'

/** A finished daily backup. */
export interface KeptBackup {
  file: string
  finishedAt: Date
}

const shape = /^stable-housing-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.backup$/

/** 'stable-housing-2026-11-21T14-45-17.backup', in UTC: the name and not the disk tells when, even of a copy. */
export function backupName(finishedAt: Date): string {
  return `stable-housing-${finishedAt.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`
}

/** What lies in the folder, newest first. What a wrong clock has dated into the future counts as oldest. */
export async function keptBackups(folder: string, now: Date): Promise<KeptBackup[]> {
  const names = await fs.readdir(folder).catch(noneIfMissing)
  const kept = names.flatMap((name) => {
    const [, day, hour, minute, second] = shape.exec(name) ?? []
    const finishedAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
    return day && !Number.isNaN(finishedAt.getTime()) ? [{ file: path.join(folder, name), finishedAt }] : []
  })
  const rank = ({ finishedAt }: KeptBackup) => (isInFuture(finishedAt, now) ? 0 : finishedAt.getTime())
  return kept.sort((one, other) => rank(other) - rank(one))
}

/** Milliseconds by which two clocks may differ. */
const leeway = 5 * 60_000

export function isInFuture(instant: Date, now: Date): boolean {
  return instant.getTime() > now.getTime() + leeway
}

export async function describeBackup({ file, finishedAt }: KeptBackup, now: Date) {
  const { size } = await fs.stat(file)
  const ageSeconds = Math.max(0, Math.round((now.getTime() - finishedAt.getTime()) / 1000))
  return { finishedAt, ageSeconds, bytes: size, encrypted: (await kindOf(file)) === 'encrypted' }
}

/** Removes all but the newest `count`; files of others stay. */
export async function keepNewest(folder: string, count: number, now: Date): Promise<void> {
  for (const { file } of (await keptBackups(folder, now)).slice(count)) await fs.rm(file, { force: true })
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
