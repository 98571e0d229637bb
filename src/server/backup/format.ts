import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import type { Migration } from '#server/database/migrate.ts'
import { OperatorError } from '#server/operator-error.ts'
import { toFileError } from './backup-file.ts'

/*
 * A backup is zipped text (docs/decisions/0012): the header as one line of JSON; for each table its rows as COPY writes them
 * and a line `\.`; and the manifest as one line of JSON.
 */

export const formatName = 'stable-housing backup'

/** Increased when older releases can't read the format any more. */
export const formatVersion = 1

/** The line after a table's rows. COPY escapes backslashes: no row looks like it. */
export const endOfTable = Buffer.from('\\.\n')

const backupHeader = z.object({
  format: z.literal(formatName),
  formatVersion: z.number(),
  /** The release that made the backup. */
  product: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** A table comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
})

/** The last line: a file without it is incomplete. */
const backupManifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
  /** Where the audit trail ended. A copy outside the database shows that later its end was not cut off. */
  newestSeal: z.object({ seq: z.number(), hash: z.string() }).nullable(),
  signature: z.object({ key: z.string(), hmac: z.string() }),
})

export type BackupHeader = z.infer<typeof backupHeader>
export type BackupManifest = z.infer<typeof backupManifest>
export type TableTotals = BackupManifest['tables'][number]

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const lineEnd = 0x0a

/** Counts and hashes the text of one table. Each line is a row, because COPY escapes line ends inside values. */
export class TableSum {
  rows = 0
  #bytes = 0
  readonly #hash = createHash('sha256')

  add(text: Uint8Array): void {
    this.#hash.update(text)
    this.#bytes += text.length
    for (let at = text.indexOf(lineEnd); at >= 0; at = text.indexOf(lineEnd, at + 1)) this.rows += 1
  }

  /** Call once, at the end. */
  totals(name: string): TableTotals {
    return { name, rows: this.rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Returns a test whether our migrations mention a name; other tables and functions are not ours. */
export function namesIn(migrations: Migration[]): (name: string) => boolean {
  const words = new Set(migrations.flatMap(({ sql }) => sql.match(/[\w$]+/g) ?? []))
  return (name) => name === 'migrations' || words.has(name)
}

/** The first bytes of a file in the standard `age` format. */
const encryptedStart = Buffer.from('age-encryption.org/v1\n')

/** Encrypts for the `age` tool, with the key as the passphrase. */
export async function encrypted(
  bytes: ReadableStream<Uint8Array>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  // The default of 18 is meant for weak passphrases and would block requests for seconds. BACKUP_KEY is strong.
  encrypter.setScryptWorkFactor(16)
  encrypter.setPassphrase(key)
  return await encrypter.encrypt(bytes)
}

/** A file whose header was read. Read its tables in order, each to its end, and then its manifest. */
export interface OpenBackup {
  header: BackupHeader
  /** SHA-256 of the header's line. */
  headerSum: string
  /** The rows of the next table. */
  nextTable(): AsyncGenerator<Uint8Array, void>
  manifest(): Promise<BackupManifest>
  /** For a file that is not read to its end. */
  close(): Promise<void>
}

/** Opens a backup and reads its header. Throws an OperatorError if the file is not usable. */
export async function openBackup(file: string, key: string | undefined): Promise<OpenBackup> {
  const zipped = await open(file, key)
  const chunks = pipeline(zipped, createGunzip({ rejectGarbageAfterEnd: true }), () => {})[
    Symbol.asyncIterator
  ]()
  let rest: Buffer = Buffer.alloc(0)

  async function readMore(): Promise<void> {
    const next = await chunks.next().catch(() => undefined)
    if (!next || next.done || rest.length > maxLineLength) throw damaged(file)
    rest = Buffer.concat([rest, next.value])
  }

  async function readLine(): Promise<Buffer> {
    while (!rest.includes(lineEnd)) await readMore()
    const line = rest.subarray(0, rest.indexOf(lineEnd))
    rest = rest.subarray(line.length + 1)
    return line
  }

  function parseLine<T>(line: Buffer, schema: z.ZodType<T>): T {
    try {
      return schema.parse(JSON.parse(line.toString()))
    } catch {
      throw damaged(file)
    }
  }

  const close = async () => void (await chunks.return?.())
  try {
    const line = await readLine()
    const header = parseLine(line, backupHeader)
    if (header.formatVersion > formatVersion) {
      throw new OperatorError(
        `${file} was created by a newer version of this program (${header.product}). Restore it with that version.`,
      )
    }
    return {
      header,
      headerSum: sha256(line),
      async *nextTable() {
        while (!rest.subarray(0, endOfTable.length).equals(endOfTable)) {
          // Up to the end of the table or, if that was not read yet, to the last line that was read whole.
          const end = rest.indexOf(`\n${endOfTable}`)
          const length = (end >= 0 ? end : rest.lastIndexOf(lineEnd)) + 1
          if (length === 0) await readMore()
          else {
            yield rest.subarray(0, length)
            rest = rest.subarray(length)
          }
        }
        rest = rest.subarray(endOfTable.length)
      },
      async manifest() {
        const manifest = parseLine(await readLine(), backupManifest)
        const next = await chunks.next().catch(() => undefined)
        if (rest.length > 0 || !next?.done) throw damaged(file)
        return manifest
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export function damaged(file: string): OperatorError {
  return new OperatorError(`${file} is damaged or was cut off. Nothing was restored. Choose another backup.`)
}

const gzipStart = Buffer.from([0x1f, 0x8b, 8])

/** Detects by the first bytes whether a file is a backup, and whether it is encrypted. */
export async function detectKind(file: string): Promise<'encrypted' | 'plain' | 'unknown'> {
  const handle = await fs.open(file)
  try {
    const { buffer: start } = await handle.read(Buffer.alloc(32), 0, 32, 0)
    if (start.subarray(0, encryptedStart.length).equals(encryptedStart)) return 'encrypted'
    return start.subarray(0, gzipStart.length).equals(gzipStart) ? 'plain' : 'unknown'
  } finally {
    await handle.close()
  }
}

/** `Readable.toWeb` and DecompressionStream throw an uncaught error if reading stops before the end (Node.js 24). */
export const webStream = (bytes: AsyncIterable<Uint8Array>) =>
  NodeStream.from(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>

/** Bytes. Rows are far shorter. */
const maxLineLength = 64 * 1024 * 1024

async function open(file: string, key: string | undefined): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const kind = await detectKind(file).catch((error) => {
    throw toFileError(error, file)
  })
  if (kind === 'unknown') {
    throw new OperatorError(
      `${file} is not a backup of this program, or its beginning is damaged. Choose another file.`,
    )
  }
  if (kind === 'encrypted' && !key) {
    throw new OperatorError(`${file} is encrypted. Set BACKUP_KEY to the key that it was encrypted with.`)
  }
  const bytes = webStream(createReadStream(file))
  if (kind === 'plain' || !key) return bytes
  try {
    const { Decrypter } = await import('age-encryption')
    const decrypter = new Decrypter()
    decrypter.addPassphrase(key)
    return (await decrypter.decrypt(bytes)) as ReadableStream<Uint8Array<ArrayBuffer>>
  } catch {
    throw new OperatorError(
      `BACKUP_KEY does not open ${file}: it was encrypted with another key, or its beginning is damaged.`,
    )
  }
}
