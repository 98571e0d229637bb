import os from 'node:os'
import type { ParseArgsConfig } from 'node:util'
import { readParameters, usageError } from '#commands/command-line.ts'
import { migrations, root, tell } from '#commands/install.mjs'
import type { Organization } from '#contract/organization/schema.ts'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { type AuditTrail, auditTrail } from '#server/audit/store.ts'
import { type Config, readConfig } from '#server/config.ts'
import { hasCluster, placeDataFolder } from '#server/database/embedded/cluster.ts'
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from '#server/database/open-database.ts'
import { isStorageFull, isTransientError } from '#server/database/transient-errors.ts'
import { createLog } from '#server/http/request-log.ts'
import { OperatorError } from '#server/operator-error.ts'
import { organizationAt } from '#server/organization/read-organization.ts'

/** A command of `npm run ops`, which works beside the running server or without it. */
export interface Operation {
  /** The whole command line. */
  usage: string
  /** The text of `--help`: sentences, then one line for each option. */
  explanation: string
  /** Throws an OperatorError for wrong parameters and anything else that the operator has to correct. */
  run(parameters: string[]): Promise<void>
}

/** The options, and the one parameter that is not an option; `what` names it in messages, such as 'one file'. */
export function readOne<const Options extends NonNullable<ParseArgsConfig['options']>>(
  what: string,
  parameters: string[],
  usage: string,
  options: Options = {} as Options,
) {
  const config = { options, allowPositionals: true } as const
  const { values, positionals } = readParameters(parameters, config, usage)
  const [one, ...more] = positionals
  if (!one || more.length > 0) throw usageError(`Specify ${what}.`, usage)
  return { one, values }
}

/** The organization's data, from the folder of the running server. */
export function organizationHere(): Promise<Organization> {
  return organizationAt(root, readConfig(process.env, root).organizationDir)
}

/** The account that runs the command, for the audit trail. Behind sudo, the one that called it. */
export function operatorAccount(): string {
  try {
    return process.env.SUDO_USER || os.userInfo().username
  } catch {
    // It is not in the passwd file.
    return `user ${process.getuid?.()}`
  }
}

/** Connects to the running server's database, or starts the private one for as long as the operation takes. */
export async function withDatabase<Result>(
  work: (database: OpenDatabase & { trail: AuditTrail }, config: Config) => Promise<Result>,
  {
    anyBackupKey,
    ...options
  }: Pick<OpenDatabaseOptions, 'mode' | 'migrated'> & {
    anyBackupKey?: boolean
  } = {},
): Promise<Result> {
  const config = readConfig(process.env, root, { anyBackupKey })
  if (config.database.kind === 'embedded') placeDataFolder(config.dataDir)
  const log = createLog(config.logLevel)
  const trail = auditTrail(readAuditKeys(config)[0], operatorAccount())
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
    return await work({ ...database, trail }, config)
  } catch (error) {
    if (isStorageFull(error))
      throw new OperatorError("The database's disk is full. Free some space, then run the command again.")
    if (isTransientError(error))
      throw new OperatorError('The connection to the database was lost. Run the command again.')
    throw error
  } finally {
    await database.close()
  }
}

/** Does not create a database, because with an empty one the command would seem to succeed. */
export async function withExistingDatabase(work: Parameters<typeof withDatabase>[0]): Promise<void> {
  const { database, dataDir } = readConfig(process.env, root)
  if (database.kind === 'embedded' && !hasCluster(dataDir)) {
    throw new OperatorError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to the server's values.`,
    )
  }
  await withDatabase(work)
}
