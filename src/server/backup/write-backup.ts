import { pipeline } from 'node:stream'
import { constants, createDeflate, type Deflate } from 'node:zlib'
import type { AuditKey } from '#server/audit/keyring.ts'
import { newestSeal } from '#server/audit/seal-store.ts'
import { auditTrail } from '#server/audit/store.ts'
import { kyselyFor, type OwnerConnection } from '#server/database/connection.ts'
import { appliedMigrations, readMigrations } from '#server/database/migrate.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { toFileError, writeNewFile } from './backup-file.ts'
import {
  beginSnapshot,
  copyOut,
  countRows,
  endSnapshot,
  listTables,
  serverVersion,
  type Table,
} from './backup-store.ts'
import { type BackupHeader, countRowsIn, encrypted, endOfTable, namesIn, webStream } from './format.ts'
import { signedBlocks } from './signed-blocks.ts'

export interface BackupOptions {
  /** Absolute. Must not exist yet. */
  file: string
  /** Shown in messages instead of the path. */
  label?: string
  /** BACKUP_KEY; without it the file is not encrypted. */
  key: string | undefined
  signingKey: AuditKey
  /** For the audit row: the account of the operator; undefined for the daily backup. */
  operator?: string
  /** The folder of migrations. */
  migrations: string
  /** When the backup began, which it names. */
  createdAt: Date
  clock: () => Date
  progress?: (done: number, total: number) => void
  /** Reports tables that are in the database but not in the backup. */
  warn?: (sentence: string) => void
  /** Cancels: the partial file is removed and the connection closed. */
  signal?: AbortSignal
}

export interface BackupMade {
  bytes: number
  tables: BackupHeader['tables']
}

/**
 * Writes a snapshot of all our tables to a file. On failure the file is removed, and the connection must not be used
 * again.
 */
export async function writeBackup(owner: OwnerConnection, options: BackupOptions): Promise<BackupMade> {
  const { file, label = file, signal } = options
  const tables: BackupMade['tables'] = []
  const giveUp = () => void owner.end().catch(() => {})
  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', giveUp, { once: true })
    return { bytes: await writeNewFile(file, backupBytes(owner, options, tables)), tables }
  } catch (error) {
    throw signal?.aborted ? signal.reason : toFileError(error, label)
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

async function* backupBytes(
  owner: OwnerConnection,
  options: BackupOptions,
  counted: BackupMade['tables'],
): AsyncGenerator<Uint8Array> {
  await beginSnapshot(owner)
  const tables = await ourTables(owner, options)
  const header = await headerOf(owner, tables, options)
  counted.push(...header.tables)
  const { key, signingKey, createdAt } = options
  const content = await packed(owner, { tables, header }, options)
  yield* signedBlocks(content, signingKey, { isEncrypted: key !== undefined, createdAt })
  await endSnapshot(owner)
  // The file gets its name afterwards: without the row there is no backup.
  const details = { backup: header.createdAt }
  await auditTrail(options.signingKey, options.operator).record(kyselyFor(owner), {
    at: options.clock(),
    action: 'made',
    kind: 'backup',
    details,
  })
}

async function headerOf(
  owner: OwnerConnection,
  tables: Table[],
  { createdAt }: Pick<BackupOptions, 'createdAt'>,
): Promise<BackupHeader> {
  const counted: BackupHeader['tables'] = []
  for (const { name, columns } of tables) counted.push({ name, columns, rows: await countRows(owner, name) })
  const seal = await newestSeal(kyselyFor(owner))
  return {
    product: packageJson.version,
    postgres: await serverVersion(owner),
    migrations: await appliedMigrations(owner),
    createdAt: createdAt.toISOString(),
    tables: counted,
    newestSeal: seal ? { seq: seal.seq, hash: seal.hash.toString('hex') } : null,
  }
}

interface Contents {
  tables: Table[]
  header: BackupHeader
}

/** The text, zipped, and encrypted if there is a key. */
async function packed(
  owner: OwnerConnection,
  contents: Contents,
  options: Pick<BackupOptions, 'key' | 'progress'>,
): Promise<ReadableStream<Uint8Array>> {
  const zip = createDeflate()
  const zipped = webStream(pipeline(textOf(owner, contents, options, zip), zip, () => {}))
  return options.key ? await encrypted(zipped, options.key) : zipped
}

/** The tables that our migrations created. Warns of others. */
async function ourTables(owner: OwnerConnection, { migrations, warn }: BackupOptions): Promise<Table[]> {
  const isOurs = namesIn(await readMigrations(migrations))
  const tables = await listTables(owner)
  const foreign = tables.map(({ name }) => name).filter((name) => !isOurs(name))
  if (foreign.length > 0) {
    warn?.(`Not part of the backup, because this program did not make them: ${foreign.join(', ')}.`)
  }
  return tables.filter(({ name }) => isOurs(name))
}

async function* textOf(
  owner: OwnerConnection,
  { tables, header }: Contents,
  { progress }: Pick<BackupOptions, 'progress'>,
  zip: Deflate,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(header)}\n`)
  const all = header.tables.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for (const table of tables) {
    await toStrategyFor(table, zip)
    for await (const text of copyOut(owner, table)) {
      yield text
      done += countRowsIn(text)
      progress?.(done, all)
    }
    yield Buffer.from(endOfTable)
  }
}

/**
 * Pictures and PDFs are compressed already, and in hexadecimal here: looking for repetitions takes three times as long and
 * finds none.
 */
const toStrategyFor = ({ name }: Table, zip: Deflate) =>
  new Promise<void>((resolve) => {
    const strategy = name === 'file_pieces' ? constants.Z_HUFFMAN_ONLY : constants.Z_DEFAULT_STRATEGY
    zip.params(constants.Z_DEFAULT_COMPRESSION, strategy, resolve)
  })
