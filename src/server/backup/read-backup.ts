import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { OperatorError } from '#server/operator-error.ts'
import { decrypted, encryptedStart } from './encryption.ts'
import { fileFailure } from './file-failure.ts'
import type { Entry } from './format.ts'
import { gzipStart } from './gzip-start.ts'
import { entriesOf } from './tar.ts'
import { webStream } from './web-stream.ts'

/** The entries of a backup file, to the very end of it. Whatever is wrong with the file is a OperatorError. */
export async function* readBackup(file: string, key: string | undefined): AsyncGenerator<Entry> {
  const kind = await kindOf(file)
  if (kind === 'unknown') {
    throw new OperatorError(
      `${file} is no backup of this program, or its beginning is damaged. Choose another file.`,
    )
  }
  const bytes = webStream(createReadStream(file, { highWaterMark: 256 * 1024 }))
  const zipped = kind === 'encrypted' ? await opened(bytes, file, key) : bytes
  const gunzip = createGunzip()
  let taken = 0
  const counted = async function* () {
    for await (const chunk of zipped) {
      taken += chunk.length
      yield chunk
    }
  }
  try {
    yield* entriesOf(webStream(pipeline(Readable.from(counted()), gunzip, () => {})))
    if (gunzip.bytesWritten !== taken) throw new Error('something follows the end')
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(file)
  }
}

export function damaged(file: string): OperatorError {
  return new OperatorError(`${file} is damaged or was cut off. Nothing was restored. Choose another backup.`)
}

/** Whether a file is a backup of ours, as far as its first bytes tell, and whether it is encrypted. */
export async function kindOf(file: string): Promise<'encrypted' | 'plain' | 'unknown'> {
  try {
    const handle = await fs.open(file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0)
      const start = buffer.subarray(0, bytesRead)
      if (start.subarray(0, encryptedStart.length).equals(encryptedStart)) return 'encrypted'
      return start.subarray(0, gzipStart.length).equals(gzipStart) ? 'plain' : 'unknown'
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileFailure(error, file)
  }
}

async function opened(bytes: ReadableStream<Uint8Array>, file: string, key: string | undefined) {
  if (!key) throw new OperatorError(`${file} is encrypted. Set BACKUP_KEY to the key that it was made with.`)
  try {
    return await decrypted(bytes, key)
  } catch {
    throw new OperatorError(
      `BACKUP_KEY does not open ${file}: it was encrypted with another key, or its beginning is damaged.`,
    )
  }
}
