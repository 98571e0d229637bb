import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import type { Caption, Style } from './sheet.ts'

const files = { regular: 'regular.ttf', bold: 'semibold.ttf' } satisfies Record<Style['weight'], string>

/** The regular weight. Both weights have the same letters. */
export function openFont(fonts: string): Font {
  return create(readFileSync(join(fonts, files.regular))) as Font
}

/** Measures and writes text in the typeface of the forms. A letter that it lacks becomes a question mark. */
export class Typeface {
  /** A sentence for each text that is too wide for its place. */
  readonly overflows: string[] = []
  readonly font: Font
  readonly #doc: PDFKit.PDFDocument

  constructor(doc: PDFKit.PDFDocument, fonts: string) {
    this.#doc = doc
    this.font = openFont(fonts)
    for (const [weight, file] of Object.entries(files)) doc.registerFont(weight, join(fonts, file))
  }

  width(text: string, { weight, size }: Style): number {
    return this.#doc.font(weight).fontSize(size).widthOfString(this.#shown(text))
  }

  /** A text at a place. It is an overflow if it ends after `right`. */
  caption(text: string, style: Style, x: number, baseline: number, right: number): Caption {
    const over = x + this.width(text, style) - right
    if (over > 0) this.overflows.push(`“${text}” is ${over.toFixed(1)} points too long.`)
    return { text, style, x, baseline }
  }

  /** Breaks text into lines at spaces, and inside of a word only if the word is longer than a line. */
  lines(text: string, style: Style, width: number): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/\s+/).flatMap((token) => this.#pieces(token, style, width))) {
      const longer = line ? `${line} ${word}` : word
      if (line && this.width(longer, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return line ? [...lines, line] : lines
  }

  write(text: string, { x, baseline, style }: Omit<Caption, 'text'>): void {
    this.#doc.font(style.weight).fontSize(style.size).fillColor(style.color)
    this.#doc.text(this.#shown(text), x, baseline, { lineBreak: false, baseline: 'alphabetic' })
  }

  #pieces(word: string, style: Style, width: number): string[] {
    if (this.width(word, style) <= width) return [word]
    const pieces = ['']
    for (const letter of word) {
      const piece = pieces.at(-1) ?? ''
      if (piece && this.width(piece + letter, style) > width) pieces.push(letter)
      else pieces[pieces.length - 1] = piece + letter
    }
    return pieces
  }

  #shown(text: string): string {
    return Array.from(text, (letter) => (hasLetter(this.font, letter) ? letter : '?')).join('')
  }
}

export function hasLetter(font: Font, letter: string): boolean {
  return font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
}
