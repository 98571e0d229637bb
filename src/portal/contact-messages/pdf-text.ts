import type { jsPDF } from 'jspdf'
import { textFontPath } from '#contract/paths.ts'

/** How wide text is, in points at a size of one point. */
export interface TextMeasure {
  widthOf(text: string): number
}

interface TextFont extends TextMeasure {
  has(letter: string): boolean
}

const fontName = 'SourceSans3'

/** jsPDF's data about an added font, by code unit; 0 is no glyph. */
interface Metadata {
  characterToGlyph(code: number): number
}

/** Adds the server's font (docs/decisions/0023), because jsPDF's own fonts are Latin only. */
export async function loadTextFont(doc: jsPDF, signal: AbortSignal): Promise<TextFont> {
  const reply = await fetch(textFontPath, { signal })
  if (!reply.ok) throw new Error('The font could not be loaded.')
  doc.addFileToVFS(`${fontName}.ttf`, binaryString(new Uint8Array(await reply.arrayBuffer())))
  doc.addFont(`${fontName}.ttf`, fontName, 'normal')
  doc.setFont(fontName, 'normal')
  const { metadata } = doc.getFont() as unknown as { metadata: Metadata }
  const widths = new Map<string, number>()
  const widthOfLetter = (letter: string) => {
    const width = widths.get(letter) ?? doc.getStringUnitWidth(letter)
    widths.set(letter, width)
    return width
  }
  return {
    has: (letter) => letter.length === 1 && metadata.characterToGlyph(letter.charCodeAt(0)) !== 0,
    widthOf: (text) => Array.from(text).reduce((width, letter) => width + widthOfLetter(letter), 0),
  }
}

/** One character for each byte, in chunks, because a call has a limited number of arguments. */
function binaryString(bytes: Uint8Array): string {
  const part = 8192
  let text = ''
  for (let at = 0; at < bytes.length; at += part) {
    text += String.fromCharCode(...bytes.subarray(at, at + part))
  }
  return text
}

/** The paragraphs of a text, with composed accents, and spaces for tabs. */
export function paragraphsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .split(/\r\n?|\n/)
}

/** Characters that show nothing. */
const invisible = /\p{Cf}|\p{Cc}|\uFE0F/gu

/** The paragraph without invisible characters, or undefined where the font lacks a visible one. */
export function printable(paragraph: string, has: (letter: string) => boolean): string | undefined {
  const hasAllGlyphs = (text: string) => Array.from(text).every(has)
  // Nearly every text.
  if (hasAllGlyphs(paragraph)) return paragraph
  const visible = paragraph.replace(invisible, '')
  return hasAllGlyphs(visible) ? visible : undefined
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where a long word is broken, the best place first: an email address after its @, then after a dot. */
const breaks: ((word: string) => string[])[] = [
  (word) => word.split(/(?<=@)/),
  (word) => word.split(/(?<=[./-])/),
  (word) => Array.from(clusters.segment(word), ({ segment }) => segment),
]

/** Wraps a paragraph at a width in points at a size of one. */
export function linesOf(paragraph: string, width: number, measure: TextMeasure): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (text: string) => measure.widthOf((line + text).trimEnd()) <= width
  function endLine() {
    lines.push(line.trimEnd())
    line = ''
  }
  for (const word of paragraph.trimEnd().split(/(?<= )/)) {
    if (line !== '' && !fits(word)) endLine()
    for (const piece of piecesOf(word, width, measure)) {
      if (line !== '' && !fits(piece)) endLine()
      line += piece
    }
  }
  return [...lines, line.trimEnd()]
}

function piecesOf(word: string, width: number, measure: TextMeasure, [best, ...others] = breaks): string[] {
  if (!best || measure.widthOf(word.trimEnd()) <= width) return [word]
  return best(word).flatMap((part) => piecesOf(part, width, measure, others))
}
