import fs from 'node:fs'
import path from 'node:path'
import { replaceFileAsync } from '#server/atomic-files.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import type { Connection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type ChainEnd, databaseIdentity, isSealStored, newestSeal } from './seal-store.ts'

/* A copy of the newest seal outside the database, so that deleting the newest rows is detected. One file for each database. */

/** `head` is the end of the legacy chain. */
type Kind = 'seal' | 'head'

export function sealFile(dataDir: string, database: string, kind: Kind = 'seal'): string {
  return path.join(prepareDataFolder(dataDir), `audit-${kind}-${database}`)
}

/**
 * Stores the newest seal in the data folder. If the seal stored before is no longer in the table, rows were deleted or
 * replaced: the file is not updated, so that verification fails until an operator has dealt with it. Returns the error
 * message, if any.
 */
export async function rememberSeal(
  db: Connection,
  dataDir: string,
  { seq, hash }: ChainEnd,
): Promise<string | undefined> {
  const database = await databaseIdentity(db)
  try {
    const remembered = rememberedSeal(dataDir, database)
    if (remembered && !(await isSealStored(db, remembered))) {
      return `the audit trail no longer contains seal ${remembered.seq} as the data folder remembers it: rows were deleted or replaced; run verify-audit`
    }
    // Another process on this data folder may have stored a later one.
    if (seq > (remembered?.seq ?? 0))
      await replaceFileAsync(sealFile(dataDir, database), `${seq} ${hash.toString('hex')}\n`)
    return undefined
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}

/** Returns undefined if this data folder has never stored a seal of the database. */
export function rememberedSeal(dataDir: string, database: string, kind?: Kind): ChainEnd | undefined {
  const file = sealFile(dataDir, database, kind)
  if (!fs.existsSync(file)) return undefined
  const [, seq, hash] = /^(\d+) ([\da-f]{64})\n$/.exec(fs.readFileSync(file, 'utf8')) ?? []
  if (seq && hash) return { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
  throw new OperatorError(
    `The file ${file} is damaged. Restore it from a backup of the folder, or remove it.`,
  )
}

/** Only the operator removes the file: if the server did, a forged trail would pass the next check. */
export function recoveryHint(file: string): string {
  return `Find out how this happened. If there is a good reason, such as a database that was restored without \`npm run ops\`, remove the file ${file}; the trail is then accepted as it is now.`
}

/**
 * Call after a restore: the restored trail ends earlier, and the seal stored before would make it look forged. The new end
 * is remembered only if the backup is known to be genuine.
 */
export async function resetRememberedSeal(
  dataDir: string,
  db: Connection,
  { isGenuine }: { isGenuine: boolean },
): Promise<void> {
  const database = await databaseIdentity(db)
  for (const kind of ['seal', 'head'] as const) fs.rmSync(sealFile(dataDir, database, kind), { force: true })
  const seal = isGenuine && (await newestSeal(db))
  if (seal) await rememberSeal(db, dataDir, seal)
}
