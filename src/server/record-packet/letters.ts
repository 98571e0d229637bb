import { join } from 'node:path'
import bidiFactory from 'bidi-js'
import { openSync } from 'fontkit'

/* Which typeface shows which letter, and in which direction (docs/decisions/0065). */

// Its types are those of its ES module, which Node.js does not load.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** In this order: the first one that has a letter shows it. Those of other scripts have one weight. */
const fontFiles = {
  regular: 'regular.ttf',
  bold: 'semibold.ttf',
  arabic: 'arabic.woff',
  ethiopic: 'ethiopic.woff',
  myanmar: 'myanmar.woff',
} as const

export type FontName = keyof typeof fontFiles
export const fontNames = Object.keys(fontFiles) as FontName[]
type Script = Exclude<FontName, 'bold'>

/** Letters of one typeface, in the order in which they are drawn. */
export interface Run {
  font: Script
  text: string
}

/** Direction marks count for the order, and are not drawn. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Joins or separates letters: drawn where the typeface knows it. */
const joiner = /[\u200c\u200d]/u
const mark = /\p{M}/u
const invisible = /\p{Default_Ignorable_Code_Point}/u
const space = /[\p{Zs}\t]/u
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\u061c\u200f\u202b\u202e\u2067]/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export class Letters {
  readonly #fonts: { name: Script; has: Set<number> }[]
  readonly #known = new Map<string, Script | undefined>()
  readonly #missing = new Set<string>()

  /** `folder` holds the font files. */
  constructor(folder: string) {
    this.#fonts = fontNames
      .filter((name) => name !== 'bold')
      .map((name) => {
        const font = openSync(join(folder, fontFiles[name]))
        return { name, has: new Set('characterSet' in font ? font.characterSet : []) }
      })
  }

  register(doc: PDFKit.PDFDocument, folder: string): void {
    for (const [name, file] of Object.entries(fontFiles)) doc.registerFont(name, join(folder, file))
  }

  /** Codes of the letters in texts that were shown and that no typeface has: 'U+1F600'. */
  get missing(): string[] {
    return [...this.#missing].sort()
  }

  /** A text as it can be shown: a letter that no typeface has is replaced by its code. */
  shown(text: string): string {
    return Array.from(text.normalize('NFC'), (letter) => {
      if (space.test(letter)) return ' '
      if (letter.match(directionMarks) || joiner.test(letter) || this.#fontOf(letter)) return letter
      if (invisible.test(letter) || /\p{C}/u.test(letter)) return ''
      const code = codeOf(letter)
      this.#missing.add(code)
      return `[${code}]`
    }).join('')
  }

  #fontOf(letter: string): Script | undefined {
    if (this.#known.has(letter)) return this.#known.get(letter)
    const code = letter.codePointAt(0) ?? 0
    const font = this.#fonts.find(({ has }) => has.has(code))?.name
    this.#known.set(letter, font)
    return font
  }

  #has(name: Script | undefined, letter: string): boolean {
    return this.#fonts.some((font) => font.name === name && font.has.has(letter.codePointAt(0) ?? 0))
  }

  /** The typeface of each UTF-16 code unit: a mark or joiner takes that of its letter. */
  #fontsOf(text: string): (Script | undefined)[] {
    const fonts: (Script | undefined)[] = []
    for (const letter of text) {
      const before = fonts.at(-1)
      const follows = (mark.test(letter) || joiner.test(letter)) && this.#has(before, letter)
      const font = follows ? before : this.#fontOf(letter)
      for (let unit = 0; unit < letter.length; unit++) fonts.push(font)
    }
    return fonts
  }

  /** A shown text as runs from left to right. `base` is the direction of its paragraph. */
  runs(text: string, base: Direction): Run[] {
    const fonts = this.#fontsOf(text)
    if (base === 'ltr' && !rightToLeft.test(text)) return inOrder(text, fonts)
    const embedding = bidi.getEmbeddingLevels(text, base)
    const { levels } = embedding
    const runs: (Run & { start: number; end: number; level: number })[] = []
    for (const index of bidi.getReorderedIndices(text, embedding)) {
      const [font, level = 0, last] = [fonts[index], levels[index], runs.at(-1)]
      if (!font) continue
      const continues = last && last.font === font && last.level === level
      if (continues && index === last.end) last.end++
      else if (continues && index === last.start - 1) last.start--
      else runs.push({ font, level, start: index, end: index + 1, text: '' })
    }
    return runs.flatMap(({ font, level, start, end }) => {
      const run = text.slice(start, end).replace(directionMarks, '')
      return run ? [{ font, text: asDrawn(run, level % 2 === 1) }] : []
    })
  }
}

export type Direction = 'ltr' | 'rtl'

/** Of a paragraph: that of its first letter that has one. */
export function directionOf(text: string): Direction {
  if (!rightToLeft.test(text)) return 'ltr'
  return bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
}

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

/** Pieces of a word that may stand on different lines. */
export const piecesOf = (word: string): string[] =>
  Array.from(graphemes.segment(word), ({ segment }) => segment)

function inOrder(text: string, fonts: (Script | undefined)[]): Run[] {
  const runs: Run[] = []
  let start = 0
  for (let end = 1; end <= text.length; end++) {
    if (end < text.length && fonts[end] === fonts[start]) continue
    const [font, run] = [fonts[start], text.slice(start, end).replace(directionMarks, '')]
    if (font && run) runs.push({ font, text: run })
    start = end
  }
  return runs
}

/** The font library reverses Arabic letters by itself, and nothing else. */
function asDrawn(run: string, isRightToLeft: boolean): string {
  const isReversedLater = /\p{Script=Arabic}/u.test(run)
  if (isRightToLeft === isReversedLater) return run
  const letters = piecesOf(run).reverse()
  return (
    isRightToLeft ? letters.map((letter) => bidi.getMirroredCharacter(letter) ?? letter) : letters
  ).join('')
}

function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
