import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { ChainHead } from './chain.ts'
import { holdsLink } from './chain-store.ts'
import { fileOfHead, rememberedHead, rememberHead } from './remembered-head.ts'

interface Needs {
  db: Connection
  dataDir: string
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * A function that remembers the newest link of a database. Where the link remembered last is no longer in the table,
 * rows were cut off or written anew: then the memory stays as it is, so that the trail stays broken until a person has
 * dealt with it, however many rows follow. The log says so once, and again only when it says something else.
 */
export function headMemory({ db, dataDir, log }: Needs) {
  let complained: string | undefined

  return async (database: string, head: ChainHead): Promise<void> => {
    const complaint = await contradiction(database)
    if (!complaint) rememberHead(dataDir, database, head)
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
