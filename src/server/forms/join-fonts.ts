import { lettersOfFont } from './letters-of-font.ts'
import { tableOf, writeFont } from './open-type.ts'

interface Glyph {
  outline: Buffer
  /** Of the letter and of the space before its ink, as `hmtx` holds them. */
  metrics: Buffer
}

export interface JoinedFont {
  font: Buffer
  /** By code point: the glyph's number and its width in units of the font. */
  letters: ReadonlyMap<number, { glyph: number; width: number }>
}

/** One TrueType font with the wanted letters of several of one design, without anything for shaping. */
export function joinFonts(fonts: readonly Buffer[], wanted: (letter: number) => boolean): JoinedFont {
  const [first] = fonts
  if (!first) throw new Error('There is no font to join.')
  const glyphs = [glyphOf(first, 0)]
  const letters = new Map<number, { glyph: number; width: number }>()
  for (const font of fonts) {
    const taken = new Map<number, number>()
    const take = (number: number): number => {
      const known = taken.get(number)
      if (known !== undefined) return known
      const glyph = glyphOf(font, number)
      const place = glyphs.push(glyph) - 1
      taken.set(number, place)
      renumberParts(glyph.outline, take)
      return place
    }
    for (const [letter, number] of lettersOfFont(font)) {
      if (!wanted(letter) || letters.has(letter)) continue
      const glyph = take(number)
      letters.set(letter, { glyph, width: (glyphs[glyph] as Glyph).metrics.readUInt16BE(0) })
    }
  }
  return { font: fontWith(glyphs, first), letters }
}

function glyphOf(font: Buffer, number: number): Glyph {
  const loca = tableOf(font, 'loca')
  const long = tableOf(font, 'head').readInt16BE(50) === 1
  const at = (place: number) => (long ? loca.readUInt32BE(4 * place) : 2 * loca.readUInt16BE(2 * place))
  return {
    outline: Buffer.from(tableOf(font, 'glyf').subarray(at(number), at(number + 1))),
    metrics: metricsOf(font, number),
  }
}

/** Glyphs beyond the last width share it. */
function metricsOf(font: Buffer, number: number): Buffer {
  const widths = tableOf(font, 'hhea').readUInt16BE(34)
  const hmtx = tableOf(font, 'hmtx')
  if (number < widths) return hmtx.subarray(4 * number, 4 * number + 4)
  const bearing = 4 * widths + 2 * (number - widths)
  return Buffer.concat([hmtx.subarray(4 * widths - 4, 4 * widths - 2), hmtx.subarray(bearing, bearing + 2)])
}

const partFlags = { words: 1, scale: 1 << 3, more: 1 << 5, twoScales: 1 << 6, matrix: 1 << 7 }

/** An accented letter may be drawn from two others: their numbers become those of the joined font. */
function renumberParts(outline: Buffer, take: (number: number) => number): void {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return
  let at = 10
  let flags = partFlags.more
  while (flags & partFlags.more) {
    flags = outline.readUInt16BE(at)
    outline.writeUInt16BE(take(outline.readUInt16BE(at + 2)), at + 2)
    at += flags & partFlags.words ? 8 : 6
    if (flags & partFlags.matrix) at += 8
    else if (flags & partFlags.twoScales) at += 4
    else if (flags & partFlags.scale) at += 2
  }
}

function fontWith(glyphs: readonly Glyph[], model: Buffer): Buffer {
  const outlines = glyphs.map(({ outline }) => Buffer.concat([outline, Buffer.alloc(-outline.length & 3)]))
  const loca = Buffer.alloc(4 * (glyphs.length + 1))
  let end = 0
  for (const [number, { length }] of outlines.entries()) {
    end += length
    loca.writeUInt32BE(end, 4 * (number + 1))
  }
  const [head, hhea, maxp] = ['head', 'hhea', 'maxp'].map((tag) => Buffer.from(tableOf(model, tag))) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  head.writeInt16BE(1, 50)
  hhea.writeUInt16BE(glyphs.length, 34)
  maxp.writeUInt16BE(glyphs.length, 4)
  return writeFont(0x0001_0000, [
    { tag: 'glyf', content: Buffer.concat(outlines) },
    { tag: 'head', content: head },
    { tag: 'hhea', content: hhea },
    { tag: 'hmtx', content: Buffer.concat(glyphs.map(({ metrics }) => metrics)) },
    { tag: 'loca', content: loca },
    { tag: 'maxp', content: maxp },
  ])
}
