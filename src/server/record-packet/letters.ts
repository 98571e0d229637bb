import bidiFactory from 'bidi-js'
import { type Run, reordered, type TypefaceName, type Typefaces } from './typefaces.ts'

/* Which typeface shows which letter, and in which direction (docs/decisions/0065). */

// Its types are those of its ES module, which Node.js does not load.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

type Script = Exclude<TypefaceName, 'bold'>

/** Letters of one typeface that are read in one direction. */
export interface ScriptRun extends Run {
  script: Script
}

/** Our own typeface has all of it, so most words need no look at the others. */
const plain = /^[ -~]*$/
/** A letter with its marks, which one typeface has to show. */
const letterWithMarks = /.[\p{M}\u200c\u200d]*/gsu
const mark = /\p{M}/u
/** Direction marks count for the order, and are not drawn. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u061c\u200f\u202b\u202e\u2067]/u

/** How many letters that no typeface has are named on the cover. */
const mostNamed = 50
/** So that no text fills the memory. */
const mostRemembered = 50_000

export class Letters {
  readonly #typefaces: Typefaces
  readonly #scripts: Script[]
  readonly #known = new Map<string, Script | undefined>()
  readonly #missing = new Set<string>()

  constructor(typefaces: Typefaces) {
    this.#typefaces = typefaces
    this.#scripts = Object.keys(typefaces).filter((name) => name !== 'bold') as Script[]
  }

  /** The letters in texts that were shown and that no typeface has: 'U+1F600, U+738B'. */
  get missing(): string {
    const codes = [...this.#missing].sort()
    const more = codes.length - mostNamed
    const named = codes.slice(0, mostNamed).join(', ')
    return more > 0 ? `${named} and ${more.toLocaleString('en-US')} more` : named
  }

  /** A text as it can be shown: a letter that no typeface has is replaced by its code. */
  shown(text: string): string {
    if (plain.test(text)) return text
    return text
      .normalize('NFC')
      .replaceAll('\t', '    ')
      .replace(/[\p{Z}\n\r]/gu, ' ')
      .replace(letterWithMarks, (whole) => {
        if (this.#scriptOf(whole)) return whole
        const [letter = '', ...marks] = whole
        const isShown = letter.match(directionMarks) || this.#scriptOf(letter)
        return (isShown ? letter : this.#code(letter)) + marks.map((mark) => this.#code(mark)).join('')
      })
  }

  #code(letter: string): string {
    if (invisible.test(letter)) return ''
    const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    this.#missing.add(code)
    return `[${code}]`
  }

  /** The first typeface that has a letter and its marks. Ours does not place marks. */
  #scriptOf(whole: string): Script | undefined {
    if (this.#known.has(whole)) return this.#known.get(whole)
    const seen = Array.from(whole).filter((letter) => !invisible.test(letter))
    const script = this.#scripts.find((name) =>
      seen.every((letter) => this.#typefaces[name].has(letter) && !(name === 'regular' && mark.test(letter))),
    )
    if (this.#known.size > mostRemembered) this.#known.clear()
    const found = seen.length > 0 ? script : undefined
    this.#known.set(whole, found)
    return found
  }

  /** The typeface of each UTF-16 code unit. What is invisible goes with what precedes it. */
  #scriptsOf(text: string): (Script | undefined)[] {
    const scripts: (Script | undefined)[] = []
    for (const [whole] of text.matchAll(letterWithMarks)) {
      const script = this.#scriptOf(whole) ?? scripts.at(-1)
      for (let unit = 0; unit < whole.length; unit++) scripts.push(script)
    }
    return scripts
  }

  /** A shown text as runs from left to right. `base` is the direction of its paragraph. */
  runs(text: string, base: TextDirection): ScriptRun[] {
    if (plain.test(text) && base === 'ltr') return [{ script: 'regular', text, isRightToLeft: false }]
    const scripts = this.#scriptsOf(text)
    const isPlain = base === 'ltr' && !rightToLeft.test(text)
    const embedding = isPlain ? undefined : bidi.getEmbeddingLevels(text, base)
    const order = embedding ? bidi.getReorderedIndices(text, embedding) : scripts.keys()
    const runs: { script: Script; level: number; start: number; end: number }[] = []
    for (const index of order) {
      const [script, level = 0, last] = [scripts[index], embedding?.levels[index], runs.at(-1)]
      if (!script) continue
      const continues = last && last.script === script && last.level === level
      if (continues && index === last.end) last.end++
      else if (continues && index === last.start - 1) last.start--
      else runs.push({ script, level, start: index, end: index + 1 })
    }
    return runs.flatMap(({ script, level, start, end }) => {
      const run = text.slice(start, end).replace(directionMarks, '')
      return run ? [{ script, text: run, isRightToLeft: level % 2 === 1 }] : []
    })
  }
}

export type TextDirection = 'ltr' | 'rtl'

/** A paragraph has the direction of its first letter that has one. */
export function directionOf(text: string): TextDirection {
  if (!rightToLeft.test(text)) return 'ltr'
  return bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
}

/** Whether its glyphs are drawn in another order than its letters are spoken. */
export const isReordered = (text: string): boolean => rightToLeft.test(text) || reordered.test(text)

const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const segmentsOf = (text: string, by: Intl.Segmenter) =>
  Array.from(by.segment(text), ({ segment }) => segment)

/** Pieces of a text without spaces that may stand on different lines: words, as of Burmese and Lao, and codes. */
export const piecesOf = (text: string): string[] =>
  text
    .split(/(\[U\+[\dA-F]+\])/)
    .filter(Boolean)
    .flatMap((part) => (part.startsWith('[U+') ? part : segmentsOf(part, words)))

/** The letters of a word, each with its marks, for a word that is longer than a line. */
export const lettersOf = (word: string): string[] => segmentsOf(word, graphemes)
