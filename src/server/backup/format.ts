import { z } from 'zod'

/* What a backup file holds: a tar of header, tables cut into chunks, manifest (docs/decisions/0012). */

export const formatName = 'stable-housing backup'

/** Raised when an older program could no longer read what this one writes. */
export const formatVersion = 1

/** Bytes of one chunk of a table: tar wants to know sizes beforehand, and memory stays flat. */
export const chunkSize = 1024 * 1024

export const headerName = 'header.json'
export const manifestName = 'manifest.json'
export const chunkFolder = (table: string): string => `tables/${table}/`

/** The first entry: all that is known before the first row. */
export const backupHeader = z.object({
  format: z.literal(formatName),
  formatVersion: z.number(),
  /** Version of the program that wrote it, of PostgreSQL underneath, and when. */
  product: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  /** The level of the schema. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Whoever is referred to comes first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** How far the numbers of identity columns have been given out; digits, as they may pass 2^53. */
  counters: z.array(z.object({ table: z.string(), column: z.string(), last: z.string().regex(/^\d+$/) })),
})

/** The last entry: a file without it was cut off. */
export const backupManifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
})

export type BackupHeader = z.infer<typeof backupHeader>
export type BackupManifest = z.infer<typeof backupManifest>
export type TableTally = BackupManifest['tables'][number]

export interface Entry {
  name: string
  body: Uint8Array
}
