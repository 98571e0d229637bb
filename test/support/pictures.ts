import { crc32, deflateSync } from 'node:zlib'

/* Small pictures and documents, made by hand. */

export const segment = (marker: number, content: string | Buffer) => {
  const bytes = Buffer.from(content as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

/** Not one that a decoder could draw. */
export const jpeg = (...more: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0'),
    ...more,
    segment(0xc0, '\x08\0\x01\0\x01\x01\x01\x11\0'),
    segment(0xda, '\x01\x01\0\0\x3f\0'),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ])

export function chunk(name: string, content: string | Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(content as string, 'latin1')])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length - 4)
  sum.writeUInt32BE(crc32(bytes) >>> 0)
  return Buffer.concat([length, bytes, sum])
}

/** One gray pixel, or as many as the header claims. */
export function png({ width = 1, height = 1 }: { width?: number; height?: number } = {}, ...more: Buffer[]) {
  const header = Buffer.from('\0\0\0\0\0\0\0\0\x08\0\0\0\0', 'latin1')
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', ''),
  ])
}

export const pdf = (text = 'Lease') => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`)
