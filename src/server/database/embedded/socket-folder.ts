import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '#server/operator-error.ts'
import type { ClusterPlace } from './cluster-place.ts'

export const socketPort = 5432

/** Bytes that fit the kernel's address of a socket, without the closing zero: 107 on Linux, 103 on macOS. */
const longestSocketPath = 103

/**
 * The folder of the cluster's socket, open to its account only: in the cluster's home, or, where that path is
 * too long for a socket, under /tmp (and not TMPDIR, which may be long itself and differ at the next start).
 */
export function socketFolder({ home, id, account }: ClusterPlace): string {
  const beside = path.join(home, 'run')
  const mark = createHash('sha256').update(`${home}\n${id}`).digest('hex').slice(0, 16)
  const folder = fits(beside) ? beside : `/tmp/stable-housing-${mark}`
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
    if (account.isOther) fs.chownSync(folder, account.uid, account.gid)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const found = fs.lstatSync(folder)
  if (found.isDirectory() && found.uid === 0 && account.isOther)
    fs.chownSync(folder, account.uid, account.gid)
  else if (!found.isDirectory() || found.uid !== account.uid || found.mode & 0o077) {
    throw new OperatorError(
      `The folder ${folder} is needed for the database's socket, but somebody else made it. Remove it, then start again.`,
    )
  }
  return folder
}

/** Leaves nothing under /tmp. A folder that somebody uses again is not empty, and stays. */
export function removeSocketFolder(folder: string): void {
  try {
    fs.rmdirSync(folder)
  } catch {
    // in use, or gone already
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath
}
