import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'
import { OperatorError } from '#server/operator-error.ts'
import { fileFailure } from './backup-file.ts'
import { decrypted, encryptedStart } from './encryption.ts'
import { type BackupHeader, backupHeader, type Entry, formatVersion, headerName } from './format.ts'

export type Entries = AsyncGenerator<Entry, undefined>

/** The header of a backup file, and the entries that follow it. Whatever is wrong with the file is an OperatorError. */
export async function openBackup(
  file: string,
  key: string | undefined,
): Promise<{ header: BackupHeader; entries: Entries }> {
  const entries = entriesOf(file, key)
  const header = backupHeader.safeParse(jsonOf((await entries.next()).value, headerName))
  if (!header.success) throw damaged(file)
  if (header.data.formatVersion > formatVersion) {
    throw new OperatorError(
      `${file} was made by a newer version of this program (${header.data.product}). Restore it with that version.`,
    )
  }
  return { header: header.data, entries }
}

export function damaged(file: string): OperatorError {
  return new OperatorError(`${file} is damaged or was cut off. Nothing was restored. Choose another backup.`)
}

/** What an entry of that name holds; undefined where it is another one, or can't be read. */
export function jsonOf(entry: Entry | undefined, name: string): unknown {
  try {
    return entry?.name === name ? JSON.parse(new TextDecoder().decode(entry.body)) : undefined
  } catch {
    return undefined
  }
}

const gzipStart = Buffer.from([0x1f, 0x8b, 8])

/** Whether a file is a backup of ours, as far as its first bytes tell, and whether it is encrypted. */
export async function kindOf(file: string): Promise<'encrypted' | 'plain' | 'unknown'> {
  const handle = await fs.open(file)
  try {
    const { buffer: start } = await handle.read(Buffer.alloc(32), 0, 32, 0)
    if (start.subarray(0, encryptedStart.length).equals(encryptedStart)) return 'encrypted'
    return start.subarray(0, gzipStart.length).equals(gzipStart) ? 'plain' : 'unknown'
  } finally {
    await handle.close()
  }
}

/** Bytes: no entry that we write comes near it, so a larger one is not ours. */
const largestEntry = 64 * 1024 * 1024

async function* entriesOf(file: string, key: string | undefined): Entries {
  const zipped = await open(file, key)
  try {
    const tar = zipped.pipeThrough(new DecompressionStream('gzip'))
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      if (header.size > largestEntry) throw damaged(file)
      yield { name: header.name, body: Buffer.concat(await Array.fromAsync(body)) }
    }
  } catch {
    throw damaged(file)
  }
}

async function open(file: string, key: string | undefined): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const kind = await kindOf(file).catch((error) => {
    throw fileFailure(error, file)
  })
  if (kind === 'unknown') {
    throw new OperatorError(
      `${file} is no backup of this program, or its beginning is damaged. Choose another file.`,
    )
  }
  if (kind === 'encrypted' && !key) {
    throw new OperatorError(`${file} is encrypted. Set BACKUP_KEY to the key that it was made with.`)
  }
  const bytes = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array<ArrayBuffer>>
  if (kind === 'plain' || !key) return bytes
  try {
    return (await decrypted(bytes, key)) as ReadableStream<Uint8Array<ArrayBuffer>>
  } catch {
    throw new OperatorError(
      `BACKUP_KEY does not open ${file}: it was encrypted with another key, or its beginning is damaged.`,
    )
  }
}
