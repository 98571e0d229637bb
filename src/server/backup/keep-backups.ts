import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/database/log.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { notKeptHere } from './backup-status.ts'
import { backUpDaily, type DailyBackup } from './daily-backup.ts'
import { productVersion } from './product-version.ts'

interface Needs {
  config: Config
  database: OpenDatabase
  /** Root of the repository. */
  root: string
  clock: () => Date
  log: Log
}

/** The embedded database is backed up into the data folder; a server that somebody else runs is theirs to back up. */
export async function keepBackups({ config, database, root, clock, log }: Needs): Promise<DailyBackup> {
  if (config.database.kind === 'external') {
    return { status: async () => notKeptHere, stop: async () => {} }
  }
  return backUpDaily({
    database,
    folder: join(config.dataDir, 'backups'),
    key: config.backupKey,
    product: await productVersion(root),
    migrations: join(root, 'migrations'),
    clock,
    log,
  })
}
