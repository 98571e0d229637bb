import { decodePDFRawStream, PDFArray, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'

/**
 * The lines of text on each page, as a reader selects them, of a PDF with one typeface whose letters are numbers of
 * glyphs: read back by the table in the file that says which letter each glyph is.
 */
export async function pdfLines(bytes: Uint8Array): Promise<string[][]> {
  const file = await PDFDocument.load(bytes)
  const streams = file.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream && !isPicture(object) ? [textOf(object)] : []))
  const letters = new Map<string, string>()
  for (const table of streams.filter((text) => text.includes('beginbfchar')))
    for (const [, glyph = '', letter = ''] of table.matchAll(/<([0-9a-f]{4})><([0-9a-f]{4})>/g))
      letters.set(glyph, String.fromCharCode(Number.parseInt(letter, 16)))
  return drawings(file).map((drawing) =>
    [...drawing.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => letters.get(glyph) ?? '\ufffd').join(''),
    ),
  )
}

/** How many pictures are drawn in a PDF. */
export async function picturesIn(bytes: Uint8Array): Promise<number> {
  return (
    drawings(await PDFDocument.load(bytes))
      .join('\n')
      .match(/ cm\s*\/\w+ Do/g)?.length ?? 0
  )
}

/** What each page does, step by step. */
function drawings(file: PDFDocument): string[] {
  return file.getPages().map((page) => {
    const contents = page.node.Contents()
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
    return parts
      .map((part) => (part ? file.context.lookup(part) : undefined))
      .map((part) => (part instanceof PDFRawStream ? textOf(part) : ''))
      .join('\n')
  })
}

function isPicture(stream: PDFRawStream): boolean {
  return stream.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')
}

function textOf(stream: PDFRawStream): string {
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
}
