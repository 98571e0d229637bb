import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTarPacker, type TarPackController } from 'modern-tar'
import type { OwnerConnection } from '#server/database/connection.ts'
import { landedIn, readMigrations } from '#server/database/migrate.ts'
import { fileFailure, writeNewFile } from './backup-file.ts'
import {
  beginSnapshot,
  copyOut,
  countRows,
  endSnapshot,
  serverVersion,
  type Table,
  tablesOf,
} from './backup-store.ts'
import {
  type BackupHeader,
  encrypted,
  folderOf,
  formatName,
  formatVersion,
  headerName,
  isNamedIn,
  manifestName,
  TableSum,
  type TableTotals,
} from './format.ts'

export interface BackupOptions {
  /** Absolute. Must not exist yet. */
  file: string
  /** What a sentence calls the file, where its path is not to be told. */
  label?: string
  /** BACKUP_KEY; without it the file is not encrypted. */
  key: string | undefined
  /** Of the repository: the folder of package.json. */
  root: string
  /** The folder of migrations. */
  migrations: string
  clock: () => Date
  progress?: (done: number, total: number) => void
  /** Told of what is in the database but not in the backup. */
  warn?: (sentence: string) => void
  /** Ends it early: no file, and the connection is ended. */
  signal?: AbortSignal
}

export interface BackupMade {
  bytes: number
  tables: BackupHeader['tables']
}

/**
 * Writes everything that the owner's connection sees at one moment into a file. When it fails, there is no file and
 * the connection is of no further use.
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
    throw signal?.aborted ? signal.reason : fileFailure(error, label)
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
  for (const { name, columns } of tables) counted.push({ name, columns, rows: await countRows(owner, name) })
  const header: BackupHeader = {
    format: formatName,
    formatVersion,
    product: JSON.parse(await readFile(join(options.root, 'package.json'), 'utf8')).version,
    postgres: await serverVersion(owner),
    migrations: await landedIn(owner),
    createdAt: options.clock().toISOString(),
    tables: counted,
  }
  const { readable, controller } = createTarPacker()
  pack(controller, owner, tables, header, options).catch((error) => controller.error(error))
  const zipped: ReadableStream<Uint8Array> = readable.pipeThrough(new CompressionStream('gzip'))
  yield* options.key ? await encrypted(zipped, options.key) : zipped
  await endSnapshot(owner)
}

/** The tables that our migrations made; the caller is told of others. */
async function ourTables(owner: OwnerConnection, { migrations, warn }: BackupOptions): Promise<Table[]> {
  const isOurs = isNamedIn(await readMigrations(migrations))
  const tables = await tablesOf(owner)
  const foreign = tables.map(({ name }) => name).filter((name) => !isOurs(name))
  if (foreign.length > 0) {
    warn?.(`Not made by this program and therefore not part of the backup: ${foreign.join(', ')}.`)
  }
  return tables.filter(({ name }) => isOurs(name))
}

/** The entries of the tar, which wants to know sizes beforehand: a table is many entries. */
async function pack(
  controller: TarPackController,
  owner: OwnerConnection,
  tables: Table[],
  header: BackupHeader,
  { clock, progress }: BackupOptions,
): Promise<void> {
  const mtime = clock()
  const add = async (name: string, body: Uint8Array) => {
    const writer = controller.add({ name, size: body.length, mode: 0o600, mtime }).getWriter()
    await writer.write(body)
    await writer.close()
  }
  await add(headerName, asJson(header))
  const all = header.tables.reduce((sum, { rows }) => sum + rows, 0)
  const totals: TableTotals[] = []
  let before = 0
  for (const table of tables) {
    const sum = new TableSum()
    let number = 0
    for await (const text of copyOut(owner, table)) {
      sum.add(text)
      number += 1
      await add(`${folderOf(table.name)}${String(number).padStart(8, '0')}`, new Uint8Array(text))
      progress?.(before + sum.rows, all)
    }
    before += sum.rows
    totals.push(sum.totals(table.name))
  }
  await add(manifestName, asJson({ tables: totals }))
  controller.finalize()
}

function asJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)
}
