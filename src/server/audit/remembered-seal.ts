import fs from 'node:fs'
import path from 'node:path'
import { replaceFileInBackground } from '#server/atomic-files.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import type { Connection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type ChainEnd, databaseIdentity, holdsSeal, newestSeal } from './seal-store.ts'

/* The newest seal, kept outside the database, so that a cut-off tail is noticed. One file for each database. */

/** `head` is that of the chain that earlier releases made. */
type Kind = 'seal' | 'head'

export function fileOfSeal(dataDir: string, database: string, kind: Kind = 'seal'): string {
  return path.join(prepareDataFolder(dataDir), `audit-${kind}-${database}`)
}

/**
 * Remembers the newest seal. Where the one remembered last is no longer in the table, rows were cut off or written anew:
 * then the file stays as it is, so that the trail stays broken until a person has dealt with it, and the answer says so.
 */
export async function rememberSeal(
  db: Connection,
  dataDir: string,
  { seq, hash }: ChainEnd,
): Promise<string | undefined> {
  const database = await databaseIdentity(db)
  try {
    const remembered = rememberedSeal(dataDir, database)
    if (remembered && !(await holdsSeal(db, remembered))) {
      return `the audit trail no longer holds seal ${remembered.seq} as the data folder remembers it: rows were cut off or written anew; run verify-audit`
    }
    // Another process of this data folder may have remembered a later one.
    if (seq > (remembered?.seq ?? 0))
      await replaceFileInBackground(fileOfSeal(dataDir, database), `${seq} ${hash.toString('hex')}\n`)
    return undefined
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}

/** Undefined where this data folder never saw the chain. */
export function rememberedSeal(dataDir: string, database: string, kind?: Kind): ChainEnd | undefined {
  const file = fileOfSeal(dataDir, database, kind)
  if (!fs.existsSync(file)) return undefined
  const [, seq, hash] = /^(\d+) ([\da-f]{64})\n$/.exec(fs.readFileSync(file, 'utf8')) ?? []
  if (seq && hash) return { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
  throw new OperatorError(
    `The file ${file} is damaged. Put it back from a backup of the folder, or remove it.`,
  )
}

/** The file is kept until an operator removes it; otherwise a forged trail would pass again. */
export function wayOn(file: string): string {
  return `Find out how that came about. If there is a good reason, such as a database put back by its own means, remove the file ${file}; what is there is taken for the trail from then on.`
}

/** After a restore the trail ends where the backup ended: what was remembered of another one would look like a forgery. */
export async function rememberAnew(dataDir: string, db: Connection): Promise<void> {
  const database = await databaseIdentity(db)
  for (const kind of ['seal', 'head'] as const)
    fs.rmSync(fileOfSeal(dataDir, database, kind), { force: true })
  const seal = await newestSeal(db)
  if (seal) await rememberSeal(db, dataDir, seal)
}
