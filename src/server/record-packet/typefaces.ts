import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Blob,
  ClusterLevel,
  Direction,
  Face,
  Font,
  Buffer as GlyphBuffer,
  type GlyphInfo,
  shape,
} from 'harfbuzzjs'

/* HarfBuzz chooses and places the glyphs, pdfkit puts the typefaces into the file (docs/decisions/0065). */

/** In this order: the first one that has a letter shows it. Only ours has two weights. */
const files = {
  regular: 'regular.ttf',
  bold: 'semibold.ttf',
  arabic: 'arabic.ttf',
  ethiopic: 'ethiopic.ttf',
  myanmar: 'myanmar.ttf',
  symbols: 'symbols.ttf',
} as const

/** Letters that are written from left to right, but not in the order in which they are spoken. */
export const reordered = /\p{Script=Myanmar}/u

export type TypefaceName = keyof typeof files
export type Typefaces = Record<TypefaceName, Typeface>

export interface Run {
  text: string
  isRightToLeft: boolean
}

/** The private part of pdfkit that writes a typeface: which glyphs the file needs, how wide they are and what they say. */
interface Embedded {
  id: string
  ref(): PDFKit.PDFKitReference
  encode(text: string): [string[], unknown]
  font: { unitsPerEm: number; characterSet: number[] }
  subset: { includeGlyph(glyph: number): number }
  widths: number[]
  unicode: number[][]
}

export function openTypefaces(doc: PDFKit.PDFDocument, folder: string): Typefaces {
  const open = ([name, file]: [string, string]) => {
    const path = join(folder, file)
    doc.registerFont(name, path)
    return [name, new Typeface((doc.font(name) as unknown as { _font: Embedded })._font, path)]
  }
  return Object.fromEntries(Object.entries(files).map(open))
}

export class Typeface {
  readonly embedded: Embedded
  readonly #font: Font
  readonly #buffer = new GlyphBuffer()
  /** Which letter a glyph is, unless it is a form of one. */
  readonly #letters = new Map<number, number>()

  constructor(embedded: Embedded, path: string) {
    this.embedded = embedded
    this.#font = new Font(new Face(new Blob(readFileSync(path))))
    for (const letter of embedded.font.characterSet.toReversed())
      this.#letters.set(this.#font.nominalGlyph(letter) ?? 0, letter)
  }

  has(letter: string): boolean {
    return this.#font.nominalGlyph(letter.codePointAt(0) ?? 0) !== undefined
  }

  #shape({ text, isRightToLeft }: Run) {
    const buffer = this.#buffer
    buffer.reset()
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text)
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
    buffer.guessSegmentProperties()
    shape(this.#font, buffer)
  }

  /** In thousandths of the size. */
  width(run: Run): number {
    this.#shape(run)
    return this.#scaled(this.#buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0))
  }

  #scaled(units: number): number {
    return (units * 1000) / this.embedded.font.unitsPerEm
  }

  /** Returns its width, in points. */
  draw(doc: PDFKit.PDFDocument, run: Run, place: { x: number; y: number; size: number }): number {
    const { embedded } = this
    this.#shape(run)
    const glyphs = this.#buffer.getGlyphInfos()
    const positions = this.#buffer.getGlyphPositions()
    const page = doc.page as unknown as { fonts: Record<string, PDFKit.PDFKitReference> }
    page.fonts[embedded.id] ??= embedded.ref()
    const [x, y, size] = [place.x, place.y, place.size].map(rounded)
    const isReordered = reordered.test(run.text)
    // What is copied and found. Of what is read from the right, viewers know the order.
    if (isReordered) doc.addContent(`/Span << /ActualText <${utf16(run.text)}> >> BDC`)
    // pdfkit's pages count from the top, so letters are turned over.
    doc.addContent(`BT\n/${embedded.id} ${size} Tf\n1 0 0 -1 ${x} ${y} Tm`)
    let [row, rise, width] = ['', 0, 0]
    const show = () => {
      if (row) doc.addContent(`[${row.replaceAll('><', '')}] TJ`)
      row = ''
    }
    const raise = (units: number) => {
      if (units === rise) return
      show()
      rise = units
      doc.addContent(`${rounded((this.#scaled(rise) * place.size) / 1000)} Ts`)
    }
    const move = (units: number) => (units === 0 ? '' : ` ${rounded(this.#scaled(-units))} `)
    for (const [index, { codepoint: glyph }] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const included = embedded.subset.includeGlyph(glyph)
      const advance = this.#font.glyphHAdvance(glyph)
      embedded.widths[included] ??= this.#scaled(advance)
      embedded.unicode[included] ??= this.#saidBy(glyphs, index, run.text)
      width += xAdvance
      raise(yOffset)
      const code = included.toString(16).padStart(4, '0')
      row += `${move(xOffset)}<${code}>${move(xAdvance - advance - xOffset)}`
    }
    show()
    raise(0)
    doc.addContent('ET')
    if (isReordered) doc.addContent('EMC')
    return (this.#scaled(width) * place.size) / 1000
  }

  /** The letters that a glyph stands for when the text is copied. */
  #saidBy(glyphs: GlyphInfo[], index: number, text: string): number[] {
    const { codepoint: glyph = 0, cluster: start = 0 } = glyphs[index] ?? {}
    const ends = glyphs.map(({ cluster }) => cluster).filter((cluster) => cluster > start)
    const letters = Array.from(text.slice(start, Math.min(...ends, text.length)), (letter) =>
      Number(letter.codePointAt(0)),
    )
    const together = glyphs.filter(({ cluster }) => cluster === start)
    if (together.length === 1) return letters
    const own = this.#letters.get(glyph)
    if (own !== undefined) return [own]
    const others = together.map((other) => this.#letters.get(other.codepoint))
    return letters.filter((letter) => !others.includes(letter))
  }
}

const rounded = (number: number) => Math.round(number * 1000) / 1000
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
