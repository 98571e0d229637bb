import { answerLetters, stretches } from './answer-letters.ts'
import type { JoinedFont } from './join-fonts.ts'
import { tableOf } from './open-type.ts'
import { toUnicode } from './to-unicode.ts'

type Reference = PDFKit.PDFKitReference

/**
 * By what the fields call their font. PDFium asks a field's font for a letter beyond its code page only if the font is
 * called like one of symbols; under any other name it would leave out every letter of Vietnamese.
 */
export const answerFontName = 'Wingdings'

const face = 'SourceSans3-Answers'
/** Of an upright face without serifs: PDF 1.7, 9.8. Heights and widths are in thousandths of the size. */
const build = { ItalicAngle: 0, StemV: 80, CapHeight: 660, Flags: 1 << 5 }

/** The font of what is typed. It travels in the file; its codes are code points. */
export function answerFont(doc: PDFKit.PDFDocument): Reference {
  const joined = answerLetters()
  const letters = ended(
    doc.ref({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: face,
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      FontDescriptor: descriptor(doc, joined.font),
      DW: 0,
      W: widths(joined),
      CIDToGIDMap: ended(doc.ref({}), glyphNumbers(joined)),
    }),
  )
  return ended(
    doc.ref({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: face,
      Encoding: 'Identity-H',
      DescendantFonts: [letters],
      ToUnicode: ended(doc.ref({}), Buffer.from(toUnicode(stretches(joined)))),
    }),
  )
}

function descriptor(doc: PDFKit.PDFDocument, font: Buffer): Reference {
  const head = tableOf(font, 'head')
  const hhea = tableOf(font, 'hhea')
  return ended(
    doc.ref({
      Type: 'FontDescriptor',
      FontName: face,
      ...build,
      FontBBox: [36, 38, 40, 42].map((at) => head.readInt16BE(at)),
      Ascent: hhea.readInt16BE(4),
      Descent: hhea.readInt16BE(6),
      FontFile2: ended(doc.ref({ Length1: font.length }), font),
    }),
  )
}

function widths(joined: JoinedFont): (number | number[])[] {
  return stretches(joined).flatMap((stretch) => [
    stretch[0] ?? 0,
    stretch.map((letter) => joined.letters.get(letter)?.width ?? 0),
  ])
}

/** Two bytes for each code. */
function glyphNumbers({ letters }: JoinedFont): Buffer {
  const map = Buffer.alloc(2 * (Math.max(...letters.keys()) + 1))
  for (const [letter, { glyph }] of letters) map.writeUInt16BE(glyph, 2 * letter)
  return map
}

function ended(made: Reference, content?: Buffer): Reference {
  made.end(content)
  return made
}
