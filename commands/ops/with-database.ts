import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from '#server/database/open-database.ts'
import { createLog } from '#server/http/request-log.ts'
import { root } from '../install.mjs'

type Options = Pick<OpenDatabaseOptions, 'mode' | 'migrated'>

/**
 * Works on the database of the running server, or brings it up for as long as the command takes. What is said meanwhile
 * goes to standard error: standard output is the command's answer.
 */
export async function withDatabase(
  work: (database: OpenDatabase, config: Config) => Promise<void>,
  options: Options = {},
): Promise<void> {
  const config = readConfig(process.env, root)
  const database = await openDatabase(config.database, {
    progress: (sentence) => process.stderr.write(`${sentence}\n`),
    log: createLog(config.logLevel),
    migrations: join(root, 'migrations'),
    mode: 'attach',
    poolSize: 4,
    queryTimeout: 0,
    ...options,
  })
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}
