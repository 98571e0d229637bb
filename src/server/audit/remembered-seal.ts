import fs from 'node:fs/promises'
import path from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { replaceFileAsync } from '#server/atomic-files.ts'
import type { Config } from '#server/config.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import type { Connection } from '#server/database/connection.ts'
import { isTransientError } from '#server/database/transient-errors.ts'
import { OperatorError } from '#server/operator-error.ts'
import { openPlainFile } from '#server/plain-file.ts'
import { type ChainEnd, databaseIdentity, isSealStored, newestSeal } from './seal-store.ts'

/*
 * A copy of the newest seal outside the database, so that deleting the newest rows is detected: in the data folder and, if
 * it is set, in AUDIT_ANCHOR_DIR. One file for each database.
 */

/** Where the newest seal is kept. */
export interface SealFolder {
  /** As in 'The data folder remembers seal 7'. */
  name: string
  path: string
}

/** The data folder, then AUDIT_ANCHOR_DIR if it is set. */
export function sealFolders({
  dataDir,
  auditAnchorDir,
}: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'auditAnchorDir'>>): [SealFolder, ...SealFolder[]] {
  return [
    { name: 'the data folder', path: prepareDataFolder(dataDir) },
    ...(auditAnchorDir ? [{ name: 'AUDIT_ANCHOR_DIR', path: auditAnchorDir }] : []),
  ]
}

export function sealFile(folder: string, database: string): string {
  return path.join(folder, `audit-seal-${database}`)
}

/**
 * Stores the newest seal in a folder. If the seal stored before is no longer in the table, rows were deleted or replaced:
 * the file is not updated, so that verification fails until an operator has dealt with it. Returns the error message, if
 * any.
 */
export async function rememberSeal(
  db: Connection,
  folder: SealFolder,
  { seq, hash }: ChainEnd,
): Promise<string | undefined> {
  const file = sealFile(folder.path, await databaseIdentity(db))
  try {
    const remembered = await readSeal(file)
    if (remembered && !(await isSealStored(db, remembered))) {
      return `the audit trail no longer contains seal ${remembered.seq} as ${folder.name} remembers it: rows were deleted or replaced; run verify-audit`
    }
    // Another process on this folder may have stored a later one.
    if (seq > (remembered?.seq ?? 0)) await replaceFileAsync(file, `${seq} ${hash.toString('hex')}\n`)
    return undefined
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    if (!isFileError(error)) throw error
    return `the newest seal of the audit trail could not be written to ${file}: ${reasonOf(error)}`
  }
}

/** Returns undefined if this folder has never stored a seal of the database. */
export async function rememberedSeal(folder: string, database: string): Promise<ChainEnd | undefined> {
  const file = sealFile(folder, database)
  return await readSeal(file).catch((error: unknown) => {
    throw isFileError(error) ? new OperatorError(`${file} can't be read: ${reasonOf(error)}.`) : error
  })
}

/** The database's connection is a socket, whose errors have a `syscall`, too. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'connect' && !isTransientError(error)

const reasonOf = ({ errno, message }: NodeJS.ErrnoException) =>
  errno === undefined ? message : getSystemErrorMessage(errno)

async function readSeal(file: string): Promise<ChainEnd | undefined> {
  const handle = await openPlainFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return undefined
  // Others may write to AUDIT_ANCHOR_DIR: of a larger file no more than this is read.
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(100)).finally(() => handle.close())
  const text = buffer.toString('latin1', 0, bytesRead)
  const [, seq, hash] = /^(\d+) ([\da-f]{64})\n$/.exec(text) ?? []
  if (seq && hash) return { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
  throw new OperatorError(
    `The file ${file} is damaged. Restore it from a backup of the folder, or remove it.`,
  )
}

/** Only the operator removes the file: if the server did, a forged trail would pass the next check. */
export function recoveryHint(file: string): string {
  return `Find out how this happened. If there is a good reason, such as a restored backup or a standby that lacked the newest rows, remove the file ${file}; the trail is then accepted as it is now.`
}

/**
 * Call after a restore: the restored trail ends earlier, and the seal stored before would make it look forged. The new end
 * is remembered only if the backup is known to be genuine. AUDIT_ANCHOR_DIR is left alone: only a person resets it.
 */
export async function resetRememberedSeal(
  dataDir: string,
  db: Connection,
  { isGenuine }: { isGenuine: boolean },
): Promise<void> {
  const database = await databaseIdentity(db)
  const [folder] = sealFolders({ dataDir })
  await fs.rm(sealFile(folder.path, database), { force: true })
  const seal = isGenuine && (await newestSeal(db))
  if (seal) await rememberSeal(db, folder, seal)
}
