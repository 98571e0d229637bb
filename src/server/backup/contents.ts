import type { Owner } from '#server/database/connection.ts'
import { readMigrations } from '#server/database/migrate.ts'
import { areOurs, countersOf, type Table, tablesOf } from './catalogue-store.ts'
import {
  type BackupHeader,
  chunkFolder,
  chunkSize,
  type Entry,
  formatName,
  formatVersion,
  headerName,
  manifestName,
  type TableTally,
} from './format.ts'
import { countRows, textOf, versionAndLevel } from './snapshot-store.ts'
import { tallyOf } from './tally.ts'

interface Wanted {
  product: string
  /** The folder of migrations. */
  migrations: string
  clock: () => Date
  warn?: (sentence: string) => void
}

/** The tables that our migrations made; of others the caller is told. */
export async function ourTables(owner: Owner, { migrations, warn }: Wanted): Promise<Table[]> {
  const isOurs = areOurs(await readMigrations(migrations))
  const tables = await tablesOf(owner)
  const foreign = tables.filter((table) => !isOurs(table)).map(({ name }) => name)
  if (foreign.length > 0) {
    warn?.(`Not made by this program and therefore not part of the backup: ${foreign.join(', ')}.`)
  }
  return tables.filter(isOurs)
}

export async function headerOf(owner: Owner, tables: Table[], wanted: Wanted): Promise<BackupHeader> {
  const counted: BackupHeader['tables'] = []
  for (const { name, columns } of tables) {
    counted.push({ name, columns, rows: await countRows(owner, name) })
  }
  return {
    format: formatName,
    formatVersion,
    product: wanted.product,
    ...(await versionAndLevel(owner)),
    createdAt: wanted.clock().toISOString(),
    tables: counted,
    counters: (await countersOf(owner)).filter(({ table }) => counted.some(({ name }) => name === table)),
  }
}

/** Header, tables, manifest: the entries of a backup, in order. */
export async function* contentsOf(
  owner: Owner,
  tables: Table[],
  header: BackupHeader,
  progress: ((done: number, total: number) => void) | undefined,
): AsyncGenerator<Entry> {
  yield { name: headerName, body: asJson(header) }
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0)
  const done: TableTally[] = []
  let before = 0
  for (const table of tables) {
    const tally = tallyOf(table.name)
    let number = 0
    for await (const body of inChunks(textOf(owner, table))) {
      tally.add(body)
      number += 1
      yield { name: `${chunkFolder(table.name)}${String(number).padStart(8, '0')}`, body }
      progress?.(before + tally.rows(), total)
    }
    before += tally.rows()
    done.push(tally.total())
  }
  yield { name: manifestName, body: asJson({ tables: done }) }
}

async function* inChunks(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of text) {
    parts.push(part)
    size += part.length
    if (size < chunkSize) continue
    yield Buffer.concat(parts)
    parts = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(parts)
}

function asJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
