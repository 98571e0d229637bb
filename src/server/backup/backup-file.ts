import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { syncFolderAsync } from '#server/atomic-files.ts'
import { isStorageFull, isTransientError } from '#server/database/transient-errors.ts'
import { OperatorError } from '#server/operator-error.ts'

/** The name of a file while it is written. */
const partialName = (file: string): string => `${file}.partial-${randomBytes(6).toString('hex')}`

/**
 * Writes a new file and returns its size in bytes. The file gets its name once it is complete and synced, and does not
 * replace another one.
 */
export async function writeNewFile(file: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  if (await isTaken(file)) throw nameTaken(file)
  await removePartialFiles(path.dirname(file), path.basename(file))
  const partial = partialName(file)
  const handle = await fs.open(partial, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    const { size } = await handle.stat()
    // Unlike a rename, a link does not replace a file that was made meanwhile. Some shares and USB disks have no links.
    await fs.link(partial, file).catch(async (error) => {
      if (error.code === 'EEXIST') throw nameTaken(file)
      await fs.rename(partial, file)
    })
    await syncFolderAsync(path.dirname(file))
    return size
  } finally {
    await handle.close()
    await fs.rm(partial, { force: true })
  }
}

/** Milliseconds since the last write after which a partial file counts as abandoned, by this machine or another one. */
const abandonedAfter = 10 * 60_000

/** Removes partial files of killed processes. */
export async function removePartialFiles(folder: string, prefix: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    if (!name.startsWith(prefix) || !/\.partial-[\da-f]{12}$/.test(name)) continue
    const partial = path.join(folder, name)
    const found = await fs.lstat(partial).catch(() => undefined)
    if (found?.isFile() && Date.now() - found.mtimeMs > abandonedAfter) await fs.rm(partial, { force: true })
  }
}

/** Whether there is anything of that name, even a link that leads nowhere. */
export async function isTaken(file: string): Promise<boolean> {
  return (await fs.lstat(file).catch(() => undefined)) !== undefined
}

/** Without the folder, which the log and the health reply must not show. */
function nameTaken(file: string): OperatorError {
  return new OperatorError(
    `${path.basename(file)} already exists and is not overwritten. Choose another name.`,
  )
}

/** Turns an error of the file system or a full disk of the database into an OperatorError; returns others unchanged. */
export function toFileError(error: unknown, file: string): unknown {
  if (isStorageFull(error)) {
    return new OperatorError(
      "The database's disk is full: the backup could not be entered in the audit trail. No backup was made. Free some space, then try again.",
    )
  }
  if (!(error instanceof Error && 'syscall' in error) || isTransientError(error)) return error
  const { code = '', errno = 0 } = error as NodeJS.ErrnoException
  return new OperatorError(
    sentences[code]?.(file) ??
      `${file} can't be used: ${getSystemErrorMessage(errno)}. Choose another place.`,
  )
}

const sentences: Record<string, (file: string) => string> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  ENOENT: notThere,
  ENOTDIR: notThere,
  EISDIR: (file) => `${file} is a folder. Name a file.`,
}

function diskFull(file: string): string {
  return `The disk that holds ${file} is full; no backup was made. Free some space, or choose another disk.`
}

function notThere(file: string): string {
  return `${file} does not exist, or its folder does not. Correct the name.`
}
