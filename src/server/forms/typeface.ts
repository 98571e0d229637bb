import { alphabetOf, fontOf, type Weight } from './font-files.ts'

/** What the typeface needs of a PDF document. */
interface Page {
  registerFont(name: string, source: Buffer): unknown
  font(name: string): unknown
  fontSize(size: number): unknown
  fillColor(color: string): unknown
  widthOfString(text: string): number
  text(text: string, x: number, y: number, options: object): unknown
}

export interface Style {
  weight: Weight
  /** Points. */
  size: number
  color: string
}

/**
 * Measures and sets text in the one typeface of the forms. It comes in files of some letters each; those beyond plain
 * Latin are opened for names and addresses that hold them.
 */
export class Typeface {
  readonly #page: Page
  readonly #opened = new Set<string>()

  constructor(page: Page) {
    this.#page = page
  }

  width(text: string, { weight, size }: Style): number {
    return this.#runs(text).reduce((sum, [alphabet, part]) => {
      this.#use(alphabet, weight, size)
      return sum + this.#page.widthOfString(part)
    }, 0)
  }

  /** Breaks at blanks; a word too long for a line is broken where it must be. */
  lines(text: string, style: Style, width: number): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/\s+/).flatMap((one) => this.#pieces(one, style, width))) {
      const longer = line ? `${line} ${word}` : word
      if (line && this.width(longer, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return line ? [...lines, line] : lines
  }

  write(text: string, x: number, baseline: number, style: Style): void {
    let left = x
    for (const [alphabet, part] of this.#runs(text)) {
      this.#use(alphabet, style.weight, style.size)
      this.#page.fillColor(style.color)
      this.#page.text(part, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      left += this.#page.widthOfString(part)
    }
  }

  #pieces(word: string, style: Style, width: number): string[] {
    if (this.width(word, style) <= width) return [word]
    const pieces: string[] = []
    let piece = ''
    for (const letter of word) {
      if (piece && this.width(piece + letter, style) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += letter
    }
    return [...pieces, piece]
  }

  /** Stretches of text that one file holds. What none holds is set as a question mark; the start names it. */
  #runs(text: string): [alphabet: string, part: string][] {
    const runs: [string, string][] = []
    for (const letter of text) {
      const alphabet = alphabetOf(letter)
      const [name, shown] = alphabet ? [alphabet, letter] : ['latin', '?']
      const last = runs.at(-1)
      if (last?.[0] === name) last[1] += shown
      else runs.push([name, shown])
    }
    return runs
  }

  #use(alphabet: string, weight: Weight, size: number): void {
    const name = `${alphabet}-${weight}`
    if (!this.#opened.has(name)) {
      this.#page.registerFont(name, fontOf(alphabet, weight))
      this.#opened.add(name)
    }
    this.#page.font(name)
    this.#page.fontSize(size)
  }
}
