import { misused, readParameters } from '#commands/command-line.ts'
import { migrations, root, tell } from '#commands/install.mjs'
import { takeOverFormerChain } from '#server/audit/former-chain-store.ts'
import { auditKeyring } from '#server/audit/keyring.ts'
import { digestRowsWith } from '#server/audit/store.ts'
import { type Config, readConfig } from '#server/config.ts'
import { hasCluster } from '#server/database/embedded/cluster.ts'
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from '#server/database/open-database.ts'
import { createLog } from '#server/http/request-log.ts'
import { OperatorError } from '#server/operator-error.ts'
import { organizationAt } from '#server/organization/read-organization.ts'

/** One of `npm run ops -- …`: what an operator does beside the running server, or without it. */
export interface Operation {
  /** The whole command, as one types it. */
  usage: string
  /** What `--help` says: sentences, an option a line. */
  explanation: string
  /** Refuses wrong parameters, and whatever else a person has to put right, by an OperatorError. */
  run(parameters: string[]): Promise<void>
}

/** The one parameter of an operation that takes a file and nothing else. */
export function onlyFile(parameters: string[], usage: string): string {
  const [file, ...more] = readParameters(parameters, { allowPositionals: true }, usage).positionals
  if (!file || more.length > 0) throw misused('Give one file.', usage)
  return file
}

/** The time zone in which the organization counts its days. */
export async function organizationTimeZone(): Promise<string> {
  return (await organizationAt(root)).timeZone
}

/** Works on the database of the running server, or brings it up for as long as the operation takes. */
export async function withDatabase<Result>(
  work: (database: OpenDatabase, config: Config) => Promise<Result>,
  options: Pick<OpenDatabaseOptions, 'mode' | 'migrated'> = {},
): Promise<Result> {
  const config = readConfig(process.env, root)
  const log = createLog(config.logLevel)
  const keys = () => auditKeyring(config)
  digestRowsWith(() => keys()[0])
  const database = await openDatabase(config.database, {
    progress: tell,
    log,
    migrations,
    mode: 'attach',
    poolSize: 4,
    queryTimeout: 0,
    onLost({ sentence }) {
      tell(sentence)
      process.exit(1)
    },
    ...options,
  })
  try {
    if (options.migrated !== false) {
      await takeOverFormerChain({ database, keys, dataDir: config.dataDir, log })
    }
    return await work(database, config)
  } finally {
    await database.close()
  }
}

/** Refuses to create a database: an empty one would look like a success. */
export async function withExistingDatabase(work: Parameters<typeof withDatabase>[0]): Promise<void> {
  const { database, dataDir } = readConfig(process.env, root)
  if (database.kind === 'embedded' && !hasCluster(dataDir)) {
    throw new OperatorError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as they are set for the server.`,
    )
  }
  await withDatabase(work)
}
