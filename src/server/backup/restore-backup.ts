import { isDeepStrictEqual } from 'node:util'
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
  copyOut,
  countRows,
  dropSchema,
  listTables,
  lockTables,
  prepareTransaction,
} from './backup-store.ts'
import {
  type BackupHeader,
  type BackupManifest,
  damaged,
  detectKind,
  namesIn,
  type OpenBackup,
  openBackup,
  TableSum,
  type TableTotals,
} from './format.ts'
import { doubtAboutOrigin } from './signature.ts'

interface RestoreOptions {
  file: string
  /** BACKUP_KEY. */
  key: string | undefined
  /** To check the signature. */
  keys: Keyring
  /** Whether the keys were there before the restore, so that the organization's own backups are signed with one of them. */
  hasFormerKeys?: boolean
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
 * Restores a backup into an empty database in one transaction, and compares the result with the file. The caller has to
 * grant the app's role its rights afterwards. `doubt` says why nothing shows where the file comes from.
 */
export async function restoreBackup(
  owner: OwnerConnection,
  options: RestoreOptions,
): Promise<{ header: BackupHeader; newestSeal: BackupManifest['newestSeal']; doubt: string | undefined }> {
  const { file, say } = options
  const migrations = await readMigrations(options.migrations)
  const backup = await openBackup(file, options.key)
  const notEncrypted =
    options.key && (await detectKind(file)) === 'plain'
      ? `${file} is not encrypted, but BACKUP_KEY is set, so it was not made with these settings.`
      : undefined
  const { header, headerSum } = backup
  try {
    if (notEncrypted) refuseUnverified(notEncrypted, options)
    refuseOtherMigrations(header, migrations, file)
    const restored = await withMigrationLock(owner, async () => {
      await prepareTransaction(owner)
      await clearEmpty(owner, namesIn(migrations))
      await migrateInTransaction(owner, migrations.slice(0, header.migrations.length), say)
      const manifest = await fillTables(owner, backup, options)
      await continueNumbering(owner)
      const reason = notEncrypted ?? doubtAboutOrigin(options.keys, { file, headerSum, manifest })
      // On another machine the key may be missing; then the restore goes on, and says so.
      if (reason && options.hasFormerKeys) refuseUnverified(reason, options)
      say('Comparing the restored records with the backup.')
      await compare(owner, header, manifest.tables)
      await migrateInTransaction(owner, migrations, say)
      await endOpenAccess(owner, header, options, reason)
      return { newestSeal: manifest.newestSeal, doubt: reason }
    })
    return { header, ...restored }
  } catch (error) {
    throw explained(error, file)
  } finally {
    await backup.close()
  }
}

function refuseUnverified(doubt: string, { acceptsUnverified }: RestoreOptions): void {
  if (acceptsUnverified) return
  throw new OperatorError(
    `${doubt} Nothing was restored. If you are sure where it comes from, add --unverified, which is entered in the audit trail.`,
  )
}

function refuseOtherMigrations(header: BackupHeader, migrations: Migration[], file: string): void {
  assertReleased(header.migrations, file)
  const other = header.migrations.find(
    ({ name, checksum }, index) =>
      migrations[index]?.name !== name || migrations[index].checksum !== checksum,
  )
  if (!other) return
  throw new OperatorError(
    `${file} was created by another version of this program, whose migration ${other.name} is not the one here. Restore it with that version, or a newer one.`,
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

/** Copies all tables of the file into those of the same name, and reads the file to its end, where its manifest is. */
async function fillTables(
  owner: OwnerConnection,
  { header, nextTable, manifest: readManifest }: OpenBackup,
  { file, progress }: Pick<RestoreOptions, 'file' | 'progress'>,
): Promise<BackupManifest> {
  const all = header.tables.reduce((sum, { rows }) => sum + rows, 0)
  const totals: TableTotals[] = []
  let before = 0
  for (const table of header.tables) {
    const sum = new TableSum()
    const rows = async function* () {
      for await (const text of nextTable()) {
        sum.add(text)
        progress?.(before + sum.rows, all)
        yield text
      }
    }
    await copyIn(owner, table, rows())
    before += sum.rows
    totals.push(sum.totals(table.name))
  }
  const manifest = await readManifest()
  if (!isDeepStrictEqual(manifest.tables, totals)) throw damaged(file)
  return manifest
}

/** Reads every table again and compares it with the file's totals. */
async function compare(
  owner: OwnerConnection,
  { tables }: BackupHeader,
  totals: TableTotals[],
): Promise<void> {
  const restored = await listTables(owner)
  for (const [index, { name, columns }] of tables.entries()) {
    const order = restored.find((table) => table.name === name)?.order ?? []
    const sum = new TableSum()
    for await (const text of copyOut(owner, { name, columns, order })) sum.add(text)
    if (isDeepStrictEqual(sum.totals(name), totals[index])) continue
    throw new OperatorError(
      `The records restored into the table ${name} do not match the backup. Nothing was restored. Report this with the versions of both databases.`,
    )
  }
}

/** Ends sessions and mailed links that were open when the backup was made. */
async function endOpenAccess(
  owner: OwnerConnection,
  { tables, createdAt: backup }: BackupHeader,
  { clock, operator, keys: [key] }: RestoreOptions,
  doubt: string | undefined,
): Promise<void> {
  const at = clock()
  const db = kyselyFor(owner)
  const reason = 'restored from a backup'
  await endAllSessions(db, reason, at)
  await endAllLinks(db, reason, at)
  const count = tables.reduce((sum, { rows }) => sum + rows, 0)
  await auditTrail(key, operator).record(db, {
    at,
    action: doubt === undefined ? 'restored' : 'restored unverified',
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
  // Invalid values, violated constraints, unknown tables or columns.
  return /^(22|23|42P01|42703)/.test(code) ? damaged(file) : error
}
