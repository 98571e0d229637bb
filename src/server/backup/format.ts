import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Migration } from '#server/database/migrate.ts'

/* A backup is a tar of header.json, the text of each table in pieces, and manifest.json (docs/decisions/0012). */

export const formatName = 'stable-housing backup'

/** Raised when an older program could no longer read what this one writes. */
export const formatVersion = 1

export const headerName = 'header.json'
export const manifestName = 'manifest.json'
export const folderOf = (table: string): string => `tables/${table}/`

export const backupHeader = z.object({
  format: z.literal(formatName),
  formatVersion: z.number(),
  /** Version of the program that wrote it, of PostgreSQL underneath, and when. */
  product: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** A table comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
})

/** The last entry: a file without it was cut off. */
export const backupManifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
})

export type BackupHeader = z.infer<typeof backupHeader>
export type TableTotals = z.infer<typeof backupManifest>['tables'][number]

export interface Entry {
  name: string
  body: Uint8Array
}

const lineEnd = 0x0a

/** Adds up the text of one table. A row is a line: COPY writes line ends inside of values as `\n`. */
export class TableSum {
  rows = 0
  #bytes = 0
  readonly #hash = createHash('sha256')

  add(text: Uint8Array): void {
    this.#hash.update(text)
    this.#bytes += text.length
    for (let at = text.indexOf(lineEnd); at >= 0; at = text.indexOf(lineEnd, at + 1)) this.rows += 1
  }

  /** Once, at the end. */
  totals(name: string): TableTotals {
    return { name, rows: this.rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Whether our migrations speak of something by that name; what they don't was made by another program. */
export function namesIn(migrations: Migration[]): (name: string) => boolean {
  const words = new Set(migrations.flatMap(({ sql }) => sql.match(/[\w$]+/g) ?? []))
  return (name) => name === 'migrations' || words.has(name)
}
