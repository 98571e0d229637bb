import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar'
import type { Entry } from './format.ts'

/** Bytes: no entry that we write comes near it, so a larger one is not ours. */
const largestEntry = 64 * 1024 * 1024

/** The bytes of an archive, an entry at a time. */
export async function* tarOf(entries: AsyncIterable<Entry>, now: Date): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const packing = pack(entries, controller, now).catch((error) => controller.error(error))
  try {
    yield* readable
  } finally {
    await packing
  }
}

async function pack(entries: AsyncIterable<Entry>, controller: TarPackController, now: Date): Promise<void> {
  for await (const { name, body } of entries) {
    const writer = controller.add({ name, size: body.length, mode: 0o600, mtime: now }).getWriter()
    if (body.length > 0) await writer.write(new Uint8Array(body.buffer, body.byteOffset, body.length))
    await writer.close()
  }
  controller.finalize()
}

export async function* entriesOf(archive: ReadableStream<Uint8Array>): AsyncGenerator<Entry> {
  for await (const { header, body } of archive.pipeThrough(createTarDecoder({ strict: true }))) {
    if (header.size > largestEntry) throw new Error('an entry is too large')
    const parts: Uint8Array[] = []
    for await (const part of body) parts.push(part)
    yield { name: header.name, body: Buffer.concat(parts) }
  }
}
