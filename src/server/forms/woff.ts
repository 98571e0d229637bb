import { inflateSync } from 'node:zlib'
import { writeFont } from './open-type.ts'

const headerLength = 44
const entryLength = 20

/**
 * The font in a WOFF 1.0 file as it was before it was packed. The PDF library can unpack it by itself, but in
 * JavaScript, which takes most of the time that making a form takes.
 */
export function unpackWoff(file: Buffer): Buffer {
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, number) => {
    const at = headerLength + number * entryLength
    const [offset, packed, length] = [4, 8, 12].map((place) => file.readUInt32BE(at + place)) as [
      number,
      number,
      number,
    ]
    const stored = file.subarray(offset, offset + packed)
    const content = packed < length ? inflateSync(stored) : stored
    return { tag: file.toString('latin1', at, at + 4), content }
  })
  return writeFont(file.readUInt32BE(4), tables)
}
