import { endAllLinks } from '#server/accounts/store.ts'
import type { Keyring } from '#server/audit/keyring.ts'
import { auditTrail } from '#server/audit/store.ts'
import { kyselyFor, type OwnerConnection } from '#server/database/connection.ts'
import {
  assertReleased,
  type Migration,
  migrateInTransaction,
  readMigrations,
  withMigrationLock,
} from '#server/database/migrate.ts'
import { isStorageFull } from '#server/database/transient-errors.ts'
import { OperatorError } from '#server/operator-error.ts'
import { endAllSessions } from '#server/session/store.ts'
import {
  continueNumbering,
  copyIn,
  countRows,
  dropSchema,
  listTables,
  lockTables,
  prepareTransaction,
} from './backup-store.ts'
import { type BackupHeader, countRowsIn, namesIn, type OpenBackup, openBackup } from './format.ts'
import { damaged } from './signed-blocks.ts'

interface RestoreOptions {
  file: string
  /** BACKUP_KEY. */
  key: string | undefined
  /** To check the signature. */
  keys: Keyring
  /** Restores even a file of unknown origin. */
  acceptsUnverified?: boolean
  /** For the audit row: the account of the operator. */
  operator: string
  /** The folder of migrations. */
  migrations: string
  clock: () => Date
  say: (sentence: string) => void
  progress?: (done: number, total: number) => void
}

/**
 * Restores a backup into an empty database in one transaction. The caller has to grant the app's role its rights
 * afterwards.
 */
export async function restoreBackup(
  owner: OwnerConnection,
  options: RestoreOptions,
): Promise<Pick<OpenBackup, 'header' | 'isVerified'>> {
  const { file, say } = options
  const migrations = await readMigrations(options.migrations)
  const backup = await openBackup(file, options)
  const { header, isVerified } = backup
  try {
    assertSameMigrations(header, migrations, file)
    await withMigrationLock(owner, async () => {
      await prepareTransaction(owner)
      await clearEmpty(owner, namesIn(migrations))
      await migrateInTransaction(owner, migrations.slice(0, header.migrations.length), say)
      await fillTables(owner, backup, options)
      await continueNumbering(owner)
      await migrateInTransaction(owner, migrations, say)
      await finishRestore(owner, backup, options)
    })
    return { header, isVerified }
  } catch (error) {
    throw explained(error, file)
  } finally {
    await backup.close()
  }
}

function assertSameMigrations({ migrations: theirs }: BackupHeader, ours: Migration[], file: string): void {
  assertReleased(theirs, file)
  if (theirs.every(({ name, checksum }, at) => ours[at]?.name === name && ours[at].checksum === checksum))
    return
  throw new OperatorError(
    `${file} was created by another version of this program. Restore it with that version, or a newer one.`,
  )
}

const elsewhere = 'Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.'

/** Drops the empty schema that a start may have created. Throws if there are records, or tables of another program. */
async function clearEmpty(owner: OwnerConnection, isOurs: (name: string) => boolean): Promise<void> {
  const tables = await listTables(owner)
  const foreign = tables.map(({ name }) => name).filter((name) => !isOurs(name))
  if (foreign.length > 0) {
    throw new OperatorError(`The database has tables of another program: ${foreign.join(', ')}. ${elsewhere}`)
  }
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
  await dropSchema(owner, isOurs)
}

/** Copies all tables of the file into those of the same name. What a file of unknown origin names may be anything. */
async function fillTables(
  owner: OwnerConnection,
  { header: { tables }, nextTable, end }: OpenBackup,
  { progress, file }: Pick<RestoreOptions, 'progress' | 'file'>,
): Promise<void> {
  const ours = await listTables(owner)
  const isOurs = ({ name, columns }: (typeof tables)[0]) =>
    ours.some((table) => table.name === name && columns.every((column) => table.columns.includes(column)))
  if (!tables.every(isOurs)) throw damaged(file)
  const all = tables.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for (const table of tables) {
    const rows = async function* () {
      for await (const text of nextTable()) {
        yield text
        done += countRowsIn(text)
        progress?.(done, all)
      }
    }
    await copyIn(owner, table, rows())
  }
  await end()
}

/** Ends the sessions and links that were open when the backup was made, and writes the audit row of the restore. */
async function finishRestore(
  owner: OwnerConnection,
  { header: { tables, createdAt: backup }, isVerified }: OpenBackup,
  { clock, operator, keys: [key] }: RestoreOptions,
): Promise<void> {
  const at = clock()
  const db = kyselyFor(owner)
  const reason = 'restored from a backup'
  await endAllSessions(db, reason, at)
  await endAllLinks(db, reason, at)
  const count = tables.reduce((sum, { rows }) => sum + rows, 0)
  await auditTrail(key, operator).record(db, {
    at,
    action: isVerified ? 'restored' : 'restored unverified',
    kind: 'backup',
    details: { count, backup },
  })
}

/** PostgreSQL's messages quote values, so they are not repeated. */
function explained(error: unknown, file: string): unknown {
  if (isStorageFull(error)) {
    return new OperatorError(
      "The database's disk is full. Nothing was restored. Free some space, then restore again.",
    )
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '2BP01') {
    return new OperatorError(`Objects that this program did not create depend on its tables. ${elsewhere}`)
  }
  // Invalid values, violated constraints, unknown or invalid names of tables or columns.
  return /^(22|23|42P01|42703|42601|42701)/.test(code) ? damaged(file) : error
}
