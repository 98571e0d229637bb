import type { Font } from 'fontkit'

type Reference = PDFKit.PDFKitReference

/**
 * The font's name in the fields. It has to be that of a symbol font: PDFium would use any other only for the letters of its
 * code page, and leave out every Vietnamese one.
 */
export const answerFontName = 'Wingdings'

/** First and last code points of Latin and Cyrillic letters, digits and punctuation. */
const answerRanges = [
  [0x20, 0x24f],
  [0x2b9, 0x2bd],
  [0x300, 0x33f],
  [0x400, 0x49f],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x20ac, 0x20ac],
] as const

/** Embeds the font for answers. Its character codes are Unicode code points: viewers find every letter. */
export function answerFont(doc: PDFKit.PDFDocument, font: Font): Reference {
  const letters = font.characterSet
    .filter((letter) => answerRanges.some(([first, last]) => first <= letter && letter <= last))
    .sort((a, b) => a - b)
  const subset = font.createSubset()
  // Two bytes for each code point: the number of its glyph.
  const glyphNumbers = Buffer.alloc(2 * ((letters.at(-1) ?? 0) + 1))
  for (const letter of letters) {
    // Returns the glyph's number in the subset; its type declaration is wrong.
    const glyph: unknown = subset.includeGlyph(font.glyphForCodePoint(letter))
    glyphNumbers.writeUInt16BE(Number(glyph), 2 * letter)
  }
  const runs = runsOf(letters)
  const widthOf = (letter: number) => font.glyphForCodePoint(letter).advanceWidth
  const { minX, minY, maxX, maxY } = font.bbox
  const face = 'FormsSans-Answers'
  const descriptor = addObject(doc, {
    Type: 'FontDescriptor',
    FontName: face,
    // An upright face without serifs (PDF 1.7, 9.8).
    Flags: 1 << 5,
    ItalicAngle: 0,
    StemV: 80,
    CapHeight: font.capHeight,
    FontBBox: [minX, minY, maxX, maxY],
    Ascent: font.ascent,
    Descent: font.descent,
    FontFile2: addObject(doc, {}, Buffer.from(subset.encode())),
  })
  const descendant = addObject(doc, {
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: face,
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    DW: 0,
    W: runs.flatMap((run) => [run[0] ?? 0, run.map(widthOf)]),
    CIDToGIDMap: addObject(doc, {}, glyphNumbers),
  })
  return addObject(doc, {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: face,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: addObject(doc, {}, Buffer.from(toUnicode(runs))),
  })
}

/** Splits code points into runs without gaps, each within one high byte, as PDF's tables require. */
function runsOf(letters: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const letter of letters) {
    const last = runs.at(-1)
    if (last?.at(-1) === letter - 1 && letter % 256 > 0) last.push(letter)
    else runs.push([letter])
  }
  return runs
}

/** A CMap (PDF 1.7, 9.10.3), which tells viewers what letters the font has. A block takes 100 ranges; these are fewer. */
function toUnicode(runs: readonly number[][]): string {
  const code = (letter = 0) => `<${letter.toString(16).padStart(4, '0')}>`
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    `${runs.length} beginbfrange`,
    ...runs.map((run) => `${code(run[0])} ${code(run.at(-1))} ${code(run[0])}`),
    'endbfrange',
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

function addObject(doc: PDFKit.PDFDocument, data: object, content?: Buffer): Reference {
  const made = doc.ref(data)
  made.end(content)
  return made
}
