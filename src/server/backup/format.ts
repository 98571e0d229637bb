import { pipeline } from 'node:stream'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { createInflate } from 'node:zlib'
import { z } from 'zod'
import type { ChainEnd } from '#server/audit/seal-store.ts'
import type { Migration } from '#server/database/migrate.ts'
import { OperatorError } from '#server/operator-error.ts'
import { damaged, openSignedFile, type SignedFile, type SignedFileOptions } from './signed-blocks.ts'

/*
 * A backup is zipped text, encrypted if there is a BACKUP_KEY, and signed (docs/decisions/0012): the header as one line of
 * JSON, then for each table its rows as COPY writes them and a line `\.`.
 */

/** The line after a table's rows. COPY escapes backslashes: no row looks like it. */
export const endOfTable = '\\.\n'
const afterRows = Buffer.from(`\n${endOfTable}`)

/** Bytes. */
const maxHeaderLength = 1024 * 1024

const backupHeader = z.object({
  /** The release that made the backup. */
  product: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** A table comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** Where the audit trail ended. A copy outside the database shows that later its end was not cut off. */
  newestSeal: z.object({ seq: z.number(), hash: z.string() }).nullable(),
})

export type BackupHeader = z.infer<typeof backupHeader>

export function sealOf({ newestSeal }: BackupHeader): ChainEnd | undefined {
  return newestSeal ? { seq: newestSeal.seq, hash: Buffer.from(newestSeal.hash, 'hex') } : undefined
}

const lineEnd = 0x0a

/** Each line is a row, because COPY escapes line ends inside values. */
export function countRowsIn(text: Uint8Array): number {
  let rows = 0
  for (let at = text.indexOf(lineEnd); at >= 0; at = text.indexOf(lineEnd, at + 1)) rows += 1
  return rows
}

const naming =
  /\bCREATE (?:OR REPLACE )?(?:UNLOGGED )?(?:TABLE|FUNCTION) (?:IF NOT EXISTS )?(\w+)|\bRENAME TO (\w+)/g

/** Returns a test whether our migrations name a table or function so; others are not ours. */
export function namesIn(migrations: Migration[]): (name: string) => boolean {
  const names = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(naming)].map(([, made, renamed]) => made ?? renamed),
  )
  return (name) => name === 'migrations' || names.includes(name)
}

/** Encrypts in the format of the `age` tool, with the key as the passphrase. */
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

/** A file whose header was read. Read its tables in order, each to its end, and then the end of the file. */
export interface OpenBackup {
  header: BackupHeader
  isVerified: boolean
  /** The rows of the next table. */
  nextTable(): AsyncGenerator<Uint8Array, void>
  /** Throws unless the file ends here. */
  end(): Promise<void>
  /** For a file that is not read to its end. */
  close(): Promise<void>
}

interface OpenOptions extends SignedFileOptions {
  /** BACKUP_KEY. */
  key: string | undefined
}

/** Opens a backup and reads its header. Throws an OperatorError if the file is not usable. */
export async function openBackup(file: string, options: OpenOptions): Promise<OpenBackup> {
  const signed = await openSignedFile(file, options)
  let chunks: AsyncIterator<Buffer> | undefined
  const close = async () => {
    await chunks?.return?.()
    await signed.close()
  }
  try {
    const zipped = await decrypted(signed, { file, key: options.key })
    const text = pipeline(zipped, createInflate({ rejectGarbageAfterEnd: true }), () => {})[
      Symbol.asyncIterator
    ]()
    chunks = text
    let rest: Buffer = Buffer.alloc(0)

    async function nextChunk(): Promise<Buffer> {
      const next = await text.next().catch(() => undefined)
      if (!next || next.done) throw damaged(file)
      return next.value
    }

    while (!rest.includes(lineEnd)) {
      if (rest.length > maxHeaderLength) throw damaged(file)
      rest = Buffer.concat([rest, await nextChunk()])
    }
    const header = parseHeader(rest.subarray(0, rest.indexOf(lineEnd)), file)
    // From here on it begins with the line end before what was not read yet.
    rest = rest.subarray(rest.indexOf(lineEnd))
    return {
      header,
      isVerified: signed.isVerified,
      async *nextTable() {
        let begin = 1
        for (;;) {
          const end = rest.indexOf(afterRows)
          if (end >= 0) {
            if (end >= begin) yield rest.subarray(begin, end + 1)
            rest = rest.subarray(end + endOfTable.length)
            return
          }
          // The last bytes may be the beginning of `afterRows`.
          const length = rest.length - endOfTable.length
          if (length > begin) {
            yield rest.subarray(begin, length)
            rest = rest.subarray(length)
            begin = 0
          }
          rest = Buffer.concat([rest, await nextChunk()])
        }
      },
      async end() {
        const next = await text.next().catch(() => undefined)
        if (rest.length > 1 || !next?.done) throw damaged(file)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function parseHeader(line: Buffer, file: string): BackupHeader {
  try {
    return backupHeader.parse(JSON.parse(line.toString()))
  } catch {
    throw damaged(file)
  }
}

/** `Readable.toWeb` and DecompressionStream throw an uncaught error if reading stops before the end (Node.js 24). */
export const webStream = (bytes: AsyncIterable<Uint8Array>) =>
  NodeStream.from(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>

async function decrypted(
  { isEncrypted, blocks }: SignedFile,
  { file, key }: { file: string; key: string | undefined },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (!isEncrypted) return webStream(blocks())
  if (!key)
    throw new OperatorError(`${file} is encrypted. Set BACKUP_KEY to the key that it was encrypted with.`)
  try {
    const { Decrypter } = await import('age-encryption')
    const decrypter = new Decrypter()
    decrypter.addPassphrase(key)
    return (await decrypter.decrypt(webStream(blocks()))) as ReadableStream<Uint8Array<ArrayBuffer>>
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`BACKUP_KEY does not open ${file}: it was encrypted with another key.`)
  }
}
