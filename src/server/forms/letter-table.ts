import { stretches } from './answer-letters.ts'
import type { JoinedFont } from './join-fonts.ts'

const lastSegment = 0xffff

/** The font's table of its letters, `cmap` with one part of format 4 (OpenType 1.9): for letters up to U+FFFE. */
export function letterTable(joined: JoinedFont): Buffer {
  const segments = stretches(joined)
  const count = segments.length + 1
  const glyphs = segments.flatMap((letters) =>
    letters.map((letter) => joined.letters.get(letter)?.glyph ?? 0),
  )
  const power = 2 ** Math.floor(Math.log2(count))
  const ends = [...segments.map((letters) => letters.at(-1) ?? 0), lastSegment]
  const starts = [...segments.map(([first = 0]) => first), lastSegment]
  // A glyph's number is looked up as far behind its segment's offset as the offset says.
  let before = 0
  const offsets = segments.map(({ length }, number) => {
    const offset = 2 * (count - number + before)
    before += length
    return offset
  })
  const shifts = [...segments.map(() => 0), 1]
  const words = [ends, [0], starts, shifts, [...offsets, 0], glyphs].flat()
  const search = [2 * power, Math.log2(power), 2 * (count - power)]
  const length = 14 + 2 * words.length
  return Buffer.concat([
    wordsOf([0, 1, 3, 1, 0, 12]),
    wordsOf([4, length, 0, 2 * count, ...search, ...words]),
  ])
}

function wordsOf(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [number, value] of values.entries()) bytes.writeUInt16BE(value, 2 * number)
  return bytes
}
