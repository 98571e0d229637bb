import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from 'pdf-lib'

/**
 * The lines of text on each page, as a reader selects them, of a PDF with one typeface whose letters are numbers of
 * glyphs: read back by the table in the file that says which letter each glyph is.
 */
export async function pdfLines(bytes: Uint8Array): Promise<string[][]> {
  const file = await PDFDocument.load(bytes)
  const streams = file.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [textOf(object)] : []))
  const letters = new Map<string, string>()
  for (const table of streams.filter((text) => text.includes('beginbfchar')))
    for (const [, glyph = '', letter = ''] of table.matchAll(/<([0-9a-f]{4})><([0-9a-f]{4})>/g))
      letters.set(glyph, String.fromCharCode(Number.parseInt(letter, 16)))
  return file.getPages().map((page) => {
    const contents = page.node.Contents()
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
    const text = parts
      .map((part) => (part ? file.context.lookup(part) : undefined))
      .map((part) => (part instanceof PDFRawStream ? textOf(part) : ''))
      .join('\n')
    return [...text.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => letters.get(glyph) ?? '\ufffd').join(''),
    )
  })
}

function textOf(stream: PDFRawStream): string {
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
}
