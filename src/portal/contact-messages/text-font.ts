import type { jsPDF } from 'jspdf'
import { textFontPath } from '#contract/paths.ts'
import { binaryString } from '#portal/downloads/binary-string.ts'
import type { Measure } from './set-text.ts'

const name = 'SourceSans3'

/** What jsPDF knows of a font that it was given, by code unit; 0 is no glyph. */
interface Metadata {
  characterToGlyph(code: number): number
}

/** Which letters the font holds, and how wide they are. */
export interface TextFont extends Measure {
  has(letter: string): boolean
}

/** Gives the document the typeface that this server makes (docs/decisions/0023). jsPDF's own know Latin letters alone. */
export async function loadTextFont(doc: jsPDF, signal: AbortSignal): Promise<TextFont> {
  const reply = await fetch(textFontPath, { signal })
  if (!reply.ok) throw new Error('The typeface could not be loaded.')
  doc.addFileToVFS(`${name}.ttf`, binaryString(new Uint8Array(await reply.arrayBuffer())))
  doc.addFont(`${name}.ttf`, name, 'normal')
  doc.setFont(name, 'normal')
  const { metadata } = doc.getFont() as unknown as { metadata: Metadata }
  const widths = new Map<string, number>()
  const widthOfLetter = (letter: string) => {
    const known = widths.get(letter) ?? doc.getStringUnitWidth(letter)
    widths.set(letter, known)
    return known
  }
  return {
    has: (letter) => letter.length === 1 && metadata.characterToGlyph(letter.charCodeAt(0)) !== 0,
    widthOf(text) {
      let width = 0
      for (const letter of text) width += widthOfLetter(letter)
      return width
    },
  }
}
