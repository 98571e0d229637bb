import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import type { AuditKey, Keyring } from '#server/audit/keyring.ts'
import { OperatorError } from '#server/operator-error.ts'
import { openPlainFile } from '#server/plain-file.ts'
import { toFileError } from './backup-file.ts'

/*
 * A backup is signed in blocks with a key of the audit trail, so that each block is known to be our own before anything of
 * it is decrypted, unpacked or parsed, even if the file changes while it is read. The file begins with a line that names the
 * key and the time of the backup. Each block follows its length and its HMAC, which also covers the HMAC before it (the
 * first one the line, which is unique): a block can't be left out, moved or taken from another backup. An empty block ends
 * the file.
 */

const firstLineLength = 125
const firstLine =
  /^stable-housing backup 1 (plain|encrypted) ([\da-f]{12}) ([\d-]{10}T[\d:.]{12}Z) [\da-f-]{36} *\n$/

/** Bytes. */
const maxBlockLength = 64 * 1024
const lengthBytes = 4
const hmacBytes = 32

function hmacOf(secret: KeyObject, previous: Uint8Array, block: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('backup').update(previous).update(block).digest()
}

/** Wraps the content of a new backup. */
export async function* signedBlocks(
  content: AsyncIterable<Uint8Array>,
  { id, secret }: AuditKey,
  { isEncrypted, createdAt }: Pick<SignedFile, 'isEncrypted' | 'createdAt'>,
): AsyncGenerator<Uint8Array> {
  const kind = isEncrypted ? 'encrypted' : 'plain'
  const line = ['stable-housing backup 1', kind, id, createdAt.toISOString(), randomUUID()].join(' ')
  let hmac: Buffer = Buffer.from(`${line.padEnd(firstLineLength - 1)}\n`)
  yield hmac
  const signed = (block: Uint8Array) => {
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(block.length)
    hmac = hmacOf(secret, hmac, block)
    return Buffer.concat([length, hmac, block])
  }
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; at += maxBlockLength)
      yield signed(chunk.subarray(at, at + maxBlockLength))
  }
  yield signed(Buffer.alloc(0))
}

/** A file that is open for reading. What replaces it under its name is not read. */
export interface SignedFile {
  isEncrypted: boolean
  /** Of unknown origin, like `isEncrypted`, until the first block was read. */
  createdAt: Date
  /** False only for `acceptsUnverified`. */
  isVerified: boolean
  /** The content. Throws before it yields a block that we did not sign, and at the end if the file does not end there. */
  blocks(): AsyncGenerator<Uint8Array, void>
  close(): Promise<void>
}

export interface SignedFileOptions {
  keys: Keyring
  /** Reads a file that is not signed with one of the keys, without any check. */
  acceptsUnverified?: boolean | undefined
}

export async function openSignedFile(file: string, options: SignedFileOptions): Promise<SignedFile> {
  const handle = await fs.open(file).catch((error) => {
    throw toFileError(error, file)
  })
  return await signedFile(handle, file, options)
}

/**
 * Reads a whole file in a folder that others may write to. Returns undefined unless it is a regular file that we signed and
 * nobody changed.
 */
export async function readGenuine(
  file: string,
  keys: Keyring,
  signal: AbortSignal,
): Promise<Pick<SignedFile, 'isEncrypted' | 'createdAt'> | undefined> {
  try {
    const { isEncrypted, createdAt, blocks, close } = await signedFile(await openPlainFile(file), file, {
      keys,
    })
    try {
      for await (const _ of blocks()) signal.throwIfAborted()
    } finally {
      await close()
    }
    return { isEncrypted, createdAt }
  } catch (error) {
    if (error instanceof OperatorError) return undefined
    throw error
  }
}

async function signedFile(
  handle: FileHandle,
  file: string,
  { keys, acceptsUnverified }: SignedFileOptions,
): Promise<SignedFile> {
  try {
    const line = await readBytes(handle, firstLineLength).catch((error) => {
      throw toFileError(error, file)
    })
    const [, kind, keyId, createdAt = ''] = firstLine.exec(line.toString('latin1')) ?? []
    if (!kind) {
      throw new OperatorError(
        `${file} is not a backup of this program, or its beginning is damaged. Choose another file.`,
      )
    }
    const key = keys.find(({ id }) => id === keyId)
    if (!key && !acceptsUnverified) throw unknownOrigin(file)
    return {
      isEncrypted: kind === 'encrypted',
      createdAt: new Date(createdAt),
      isVerified: key !== undefined,
      blocks: () => readBlocks(handle, { line, key, file }),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* readBlocks(
  handle: FileHandle,
  { line, key, file }: { line: Buffer; key: AuditKey | undefined; file: string },
): AsyncGenerator<Uint8Array, void> {
  let previous = line
  for (;;) {
    const lead = await readBytes(handle, lengthBytes + hmacBytes)
    if (lead.length < lengthBytes + hmacBytes) throw damaged(file)
    const length = lead.readUInt32BE()
    if (length > maxBlockLength) throw damaged(file)
    const block = await readBytes(handle, length)
    const hmac = lead.subarray(lengthBytes)
    if (block.length < length || (key && !timingSafeEqual(hmac, hmacOf(key.secret, previous, block))))
      throw damaged(file)
    if (length === 0) break
    previous = hmac
    yield block
  }
  if ((await readBytes(handle, 1)).length > 0) throw damaged(file)
}

/** Returns fewer bytes at the end of the file. */
async function readBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

export function damaged(file: string): OperatorError {
  return new OperatorError(
    `${file} is damaged or was changed after it was made, and was not used. Choose another backup.`,
  )
}

function unknownOrigin(file: string): OperatorError {
  return new OperatorError(
    `The origin of ${file} could not be checked: it is not signed with a key in the data folder's file audit-keys or in AUDIT_KEYS. Append the lines of the audit-keys file of the server that made it. Without them, only "restore --unverified" reads it, which is entered in the audit trail.`,
  )
}
