import type { Owner } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { tablesOf } from './catalogue-store.ts'
import { fillTable, setCounters, withFixedText } from './filling-store.ts'
import {
  type BackupHeader,
  backupHeader,
  backupManifest,
  chunkFolder,
  type Entry,
  formatVersion,
  headerName,
  manifestName,
  type TableTally,
} from './format.ts'
import { damaged, readBackup } from './read-backup.ts'
import { textOf } from './snapshot-store.ts'
import { tallyOf } from './tally.ts'

/** A backup file whose header has been read; the rest follows in order. */
export interface OpenBackup {
  file: string
  header: BackupHeader
  /** The next entry, without taking it; undefined at the end of the file. */
  next(): Entry | undefined
  take(): Promise<void>
  close(): Promise<void>
}

export async function openBackup(file: string, key: string | undefined): Promise<OpenBackup> {
  const entries = readBackup(file, key)
  const { value: first } = await entries.next()
  const header = backupHeader.safeParse(asJson(first, headerName))
  if (!header.success) throw damaged(file)
  if (header.data.formatVersion > formatVersion) {
    throw new OperatorError(
      `${file} was made by a newer version of this program (${header.data.product}). Restore it with that version.`,
    )
  }
  let upcoming = await entries.next()
  return {
    file,
    header: header.data,
    next: () => (upcoming.done ? undefined : upcoming.value),
    async take() {
      upcoming = await entries.next()
    },
    async close() {
      await entries.return(undefined)
    },
  }
}

/** Copies every table in, and reads the file to its end: only then it is known to be whole. */
export async function fillFrom(
  owner: Owner,
  backup: OpenBackup,
  progress: (done: number, total: number) => void = () => {},
): Promise<TableTally[]> {
  const { header, file } = backup
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0)
  const tallies: TableTally[] = []
  let before = 0
  for (const table of header.tables) {
    const tally = tallyOf(table.name)
    await fillTable(
      owner,
      table,
      chunksOf(backup, table.name, (chunk) => {
        tally.add(chunk)
        progress(before + tally.rows(), total)
      }),
    )
    before += tally.rows()
    tallies.push(tally.total())
  }
  await setCounters(owner, header.counters)
  const manifest = backupManifest.safeParse(asJson(backup.next(), manifestName))
  await backup.take()
  if (!manifest.success || backup.next() || !areEqual(tallies, manifest.data.tables)) throw damaged(file)
  return tallies
}

/** Reads every table again and compares it with what the file said. */
export async function sameAsBackup(owner: Owner, header: BackupHeader, expected: TableTally[]) {
  const tables = await tablesOf(owner)
  await withFixedText(owner, async () => {
    for (const [index, { name, columns }] of header.tables.entries()) {
      const found = tables.find((table) => table.name === name)
      if (!found) throw new Error(`the table ${name} is not there`)
      const tally = tallyOf(name)
      for await (const chunk of textOf(owner, { ...found, columns })) tally.add(chunk)
      const wanted = expected[index]
      if (!wanted || !areEqual([tally.total()], [wanted])) {
        throw new OperatorError(
          `What was restored into the table ${name} is not what the backup holds. Nothing was restored. Report this with the versions of both databases.`,
        )
      }
    }
  })
}

async function* chunksOf({ next, take }: OpenBackup, table: string, seen: (chunk: Uint8Array) => void) {
  for (let entry = next(); entry?.name.startsWith(chunkFolder(table)); entry = next()) {
    seen(entry.body)
    yield entry.body
    await take()
  }
}

function areEqual(some: TableTally[], others: TableTally[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, index) => {
      const other = others[index]
      return one.name === other?.name && one.rows === other.rows && one.sha256 === other.sha256
    })
  )
}

function asJson(entry: Entry | undefined, name: string): unknown {
  try {
    return entry?.name === name ? JSON.parse(Buffer.from(entry.body).toString('utf8')) : undefined
  } catch {
    return undefined
  }
}
