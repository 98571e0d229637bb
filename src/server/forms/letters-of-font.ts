import { tableOf } from './open-type.ts'

const unicode = { platform: 3, encoding: 1 }

/** By code point, the number of its glyph: the font's `cmap` table of format 4, for letters up to U+FFFF (OpenType 1.9). */
export function lettersOfFont(font: Buffer): ReadonlyMap<number, number> {
  const table = subtable(font)
  const count = table.readUInt16BE(6) / 2
  const column = (number: number, segment: number) => 14 + 2 * (number * count + segment) + (number && 2)
  const letters = new Map<number, number>()
  for (let segment = 0; segment < count; segment++) {
    const end = table.readUInt16BE(column(0, segment))
    const start = table.readUInt16BE(column(1, segment))
    const shift = table.readUInt16BE(column(2, segment))
    const place = column(3, segment)
    const jump = table.readUInt16BE(place)
    for (let letter = start; letter <= end && letter < 0xffff; letter++) {
      const found = jump ? table.readUInt16BE(place + jump + 2 * (letter - start)) : letter
      if (found) letters.set(letter, (found + shift) % 0x1_0000)
    }
  }
  return letters
}

function subtable(font: Buffer): Buffer {
  const cmap = tableOf(font, 'cmap')
  for (let at = 4; at < 4 + 8 * cmap.readUInt16BE(2); at += 8) {
    const found = cmap.subarray(cmap.readUInt32BE(at + 4))
    const matches =
      cmap.readUInt16BE(at) === unicode.platform && cmap.readUInt16BE(at + 2) === unicode.encoding
    if (matches && found.readUInt16BE(0) === 4) return found
  }
  throw new Error('The font has no table of letters in format 4.')
}
