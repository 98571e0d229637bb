import fs from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { replaceFileInBackground } from '#server/atomic-files.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import type { Connection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { ChainHead } from './chain.ts'
import { holdsLink } from './chain-store.ts'

/* The newest link, kept outside the database, so that a cut-off tail is noticed. One file for each database. */

export function fileOfHead(dataDir: string, database: string): string {
  return path.join(prepareDataFolder(dataDir), `audit-head-${database}`)
}

/** Never goes back to an earlier link: another process of this data folder may have remembered a later one. */
export async function rememberHead(
  dataDir: string,
  database: string,
  { seq, hash }: ChainHead,
): Promise<void> {
  if (seq <= (rememberedHead(dataDir, database)?.seq ?? 0)) return
  await replaceFileInBackground(fileOfHead(dataDir, database), `${seq} ${hash.toString('hex')}\n`)
}

/** Undefined where this data folder never saw the chain. */
export function rememberedHead(dataDir: string, database: string): ChainHead | undefined {
  const file = fileOfHead(dataDir, database)
  if (!fs.existsSync(file)) return undefined
  const [, seq, hash] = /^(\d+) ([\da-f]{64})\n$/.exec(fs.readFileSync(file, 'utf8')) ?? []
  if (seq && hash) return { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
  throw new OperatorError(
    `The file ${file} is damaged. Put it back from a backup of the folder, or remove it.`,
  )
}

/** After a restore the database begins where the backup ended. */
export function forgetHead(dataDir: string, database: string): void {
  fs.rmSync(fileOfHead(dataDir, database), { force: true })
}

interface HeadMemoryDeps {
  db: Connection
  dataDir: string
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Returns a function that remembers the newest link of a database. Where the link remembered last is no longer in the
 * table, rows were cut off or written anew: then the file stays as it is, so that the trail stays broken until a person
 * has dealt with it. The log says so once, and again only when the complaint changes.
 */
export function headMemory({ db, dataDir, log }: HeadMemoryDeps) {
  let complained: string | undefined

  return async (database: string, head: ChainHead): Promise<void> => {
    const complaint = await contradiction(database)
    if (!complaint) await rememberHead(dataDir, database, head)
    else if (complaint !== complained) log.error({ file: fileOfHead(dataDir, database) }, complaint)
    complained = complaint
  }

  async function contradiction(database: string): Promise<string | undefined> {
    try {
      const remembered = rememberedHead(dataDir, database)
      if (!remembered || (await holdsLink(db, remembered))) return undefined
      return `the audit trail no longer holds link ${remembered.seq} as the data folder remembers it: rows were cut off or written anew; run verify-audit`
    } catch (error) {
      if (error instanceof OperatorError) return error.message
      throw error
    }
  }
}
