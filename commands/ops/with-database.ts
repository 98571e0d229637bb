import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { hasCluster } from '#server/database/embedded/cluster-place.ts'
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from '#server/database/open-database.ts'
import { createLog } from '#server/http/request-log.ts'
import { OperatorError } from '#server/operator-error.ts'
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

/** For commands about records that are there: in a new database they would find nothing, back that up, and call it well. */
export async function withExistingDatabase(work: Parameters<typeof withDatabase>[0]): Promise<void> {
  const { database, dataDir } = readConfig(process.env, root)
  if (database.kind === 'embedded' && !hasCluster(dataDir)) {
    throw new OperatorError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as they are set for the server.`,
    )
  }
  await withDatabase(work)
}
