import { endAllLinks } from '#server/accounts/link-store.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Owner } from '#server/database/connection.ts'
import { connectionOf } from '#server/database/connection.ts'
import { inMigrationLock, type Migration, migrateWithin, readMigrations } from '#server/database/migrate.ts'
import { isFullError } from '#server/database/transient-errors.ts'
import { OperatorError } from '#server/operator-error.ts'
import { endAllSessions } from '#server/session/store.ts'
import { areOurs, objectsOf, tablesOf } from './catalogue-store.ts'
import { fillFrom, openBackup, sameAsBackup } from './fill-from.ts'
import { dropObjects, lockTables } from './filling-store.ts'
import type { BackupHeader } from './format.ts'
import { damaged } from './read-backup.ts'
import { countRows, takeAsLongAsNeeded } from './snapshot-store.ts'

export interface RestoreWanted {
  file: string
  /** BACKUP_KEY. */
  key: string | undefined
  /** The folder of migrations. */
  migrations: string
  clock: () => Date
  /** Sentences on the way. */
  say: (sentence: string) => void
  progress?: (done: number, total: number) => void
}

export interface Restored {
  createdAt: string
  /** Rows of each table. */
  rows: Record<string, number>
}

/**
 * Brings an empty database to what the backup holds, in one transaction: it either stands there complete and
 * compared, or the database is as empty as before. The rights of the app's role are given afterwards.
 */
export async function restoreBackup(owner: Owner, wanted: RestoreWanted): Promise<Restored> {
  const { file, migrations: folder, say } = wanted
  const migrations = await readMigrations(folder)
  const backup = await openBackup(file, wanted.key)
  try {
    const { header } = backup
    refuseOtherLevels(header, migrations, file)
    await inMigrationLock(owner, async () => {
      await takeAsLongAsNeeded(owner)
      await clearEmpty(owner, migrations)
      await migrateWithin(owner, folder, say, header.migrations.length)
      const tallies = await fillFrom(owner, backup, wanted.progress)
      say('Comparing what was restored with the backup.')
      await sameAsBackup(owner, header, tallies)
      await migrateWithin(owner, folder, say)
      await endOpenAccess(owner, header, wanted.clock())
    })
    return { createdAt: header.createdAt, rows: rowsOf(header) }
  } catch (error) {
    throw explained(error, file)
  } finally {
    await backup.close()
  }
}

function rowsOf({ tables }: BackupHeader): Record<string, number> {
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
}

function refuseOtherLevels(
  { migrations: landed }: BackupHeader,
  migrations: Migration[],
  file: string,
): void {
  for (const [index, { name, checksum }] of landed.entries()) {
    const ours = migrations.find((migration) => migration.name === name)
    if (!ours) {
      throw new OperatorError(
        `${file} was made by a newer version of this program (${name}). Restore it with that version, or a newer one.`,
      )
    }
    if (ours.checksum !== checksum || migrations[index] !== ours) {
      throw new OperatorError(
        `The migration ${name}.sql is not the one with which ${file} was made. Put the folder migrations back as it was.`,
      )
    }
  }
}

/** Takes away the empty schema that a start may have made; a record, or anything of somebody else's, is a refusal. */
async function clearEmpty(owner: Owner, migrations: Migration[]): Promise<void> {
  const isOurs = areOurs(migrations)
  const foreign = (await objectsOf(owner)).filter((object) => !isOurs(object))
  if (foreign.length > 0) {
    throw new OperatorError(
      `The database holds what this program did not make: ${foreign.map(({ name }) => name).join(', ')}. ${elsewhere}`,
    )
  }
  const tables = await tablesOf(owner)
  await lockTables(owner, tables)
  const filled: string[] = []
  for (const { name } of tables) {
    const rows = await countRows(owner, name)
    if (rows > 0) filled.push(`${name} (${rows.toLocaleString('en-US')})`)
  }
  if (filled.length > 0) {
    throw new OperatorError(
      `The database is not empty: it holds records in ${filled.join(', ')}. Nothing was restored. ${elsewhere}`,
    )
  }
  await dropObjects(owner, isOurs)
}

const elsewhere = 'Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.'

/** What was open when the backup was made must not come alive again: a token, a link in an old mail. */
async function endOpenAccess(owner: Owner, { tables }: BackupHeader, now: Date): Promise<void> {
  const db = connectionOf(owner)
  await endAllSessions(db, reason, now)
  await endAllLinks(db, reason, now)
  const count = tables.reduce((sum, { rows }) => sum + rows, 0)
  await recordAudit(db, { at: now, action: 'restored', kind: 'backup', details: { count } })
}

const reason = 'restored from a backup'

/** What PostgreSQL says of values that don't fit quotes them: it is not repeated. */
function explained(error: unknown, file: string): unknown {
  if (isFullError(error)) {
    return new OperatorError(
      "The database's disk is full. Nothing was restored. Make room, then restore again.",
    )
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Values that can't be read, rows that contradict each other, tables or columns that aren't there.
  return /^(22|23|42P01|42703)/.test(code) ? damaged(file) : error
}
