import type { jsPDF } from 'jspdf'
import { textFontPath } from '#contract/paths.ts'

/** How wide text is, in points at a size of one point. */
export interface Measure {
  widthOf(text: string): number
}

/** Which letters the font holds, and how wide they are. */
export interface TextFont extends Measure {
  has(letter: string): boolean
}

const fontName = 'SourceSans3'

/** What jsPDF knows of a font that it was given, by code unit; 0 is no glyph. */
interface Metadata {
  characterToGlyph(code: number): number
}

/** Gives the document the typeface that this server makes (docs/decisions/0023). jsPDF's own know Latin letters alone. */
export async function loadTextFont(doc: jsPDF, signal: AbortSignal): Promise<TextFont> {
  const reply = await fetch(textFontPath, { signal })
  if (!reply.ok) throw new Error('The typeface could not be loaded.')
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

/** One character for each byte, in parts that a call can take. */
function binaryString(bytes: Uint8Array): string {
  const part = 8192
  let text = ''
  for (let at = 0; at < bytes.length; at += part) {
    text += String.fromCharCode(...bytes.subarray(at, at + part))
  }
  return text
}

/** A text to be set, paragraph by paragraph: accents joined to their letters, tabs made blanks. */
export function paragraphsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .split(/\r\n?|\n/)
}

/** What has no width and shows nothing by itself. */
const unseen = /\p{Cf}|\p{Cc}|\uFE0F/gu

/** The paragraph as a typeface can print it, without what nobody sees; nothing where it lacks what is seen. */
export function printable(paragraph: string, has: (letter: string) => boolean): string | undefined {
  const isHeld = (text: string) => Array.from(text).every(has)
  // Nearly every text: no need to look for what nobody sees.
  if (isHeld(paragraph)) return paragraph
  const seen = paragraph.replace(unseen, '')
  return isHeld(seen) ? seen : undefined
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where a word too long for a line is broken, the best place first: an email address after its @, then after a dot. */
const breaks: ((word: string) => string[])[] = [
  (word) => word.split(/(?<=@)/),
  (word) => word.split(/(?<=[./-])/),
  (word) => Array.from(clusters.segment(word), ({ segment }) => segment),
]

/** The paragraph's lines, which are at most so wide (in points at a size of one). */
export function linesOf(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (text: string) => measure.widthOf((line + text).trimEnd()) <= width
  function turn() {
    lines.push(line.trimEnd())
    line = ''
  }
  for (const word of paragraph.trimEnd().split(/(?<= )/)) {
    if (line !== '' && !fits(word)) turn()
    for (const piece of piecesOf(word, width, measure)) {
      if (line !== '' && !fits(piece)) turn()
      line += piece
    }
  }
  return [...lines, line.trimEnd()]
}

function piecesOf(word: string, width: number, measure: Measure, [best, ...others] = breaks): string[] {
  if (!best || measure.widthOf(word.trimEnd()) <= width) return [word]
  return best(word).flatMap((part) => piecesOf(part, width, measure, others))
}
