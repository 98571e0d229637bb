import { decodePDFRawStream, PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'

/**
 * The lines of text on each page of a PDF that the server made: read back by the tables in the file that say which letters
 * each glyph stands for, from left to right.
 */
export function drawnLines(pdf: PDFDocument): string[][] {
  return pdf.getPages().map((page) => {
    const resources = page.node.Resources()
    const contents = page.node.Contents()
    return resources && contents instanceof PDFRawStream ? linesOf(contents, resources) : []
  })
}

function linesOf(stream: PDFRawStream, resources: PDFDict): string[] {
  const fonts = entriesOf(resources, 'Font')
  const tables = new Map([...fonts].map(([name, font]) => [name, lettersOf(font as PDFDict)]))
  const forms = entriesOf(resources, 'XObject')
  const lines: { y: string; text: string }[] = []
  let [y, letters] = ['', new Map<string, string>()]
  for (const step of contentOf(stream).split('\n')) {
    const [, place] = /^1 0 0 -?1 \S+ (\S+) Tm$/.exec(step) ?? []
    if (place) y = place
    const [, font] = /\/(\w+) \S+ Tf/.exec(step) ?? []
    if (font) letters = tables.get(font) ?? letters
    const [, form] = /^\/(\w+) Do$/.exec(step) ?? []
    const inner = form && forms.get(form)
    const text =
      inner instanceof PDFRawStream
        ? linesOf(inner, inner.dict.lookup(PDFName.of('Resources'), PDFDict)).join('')
        : said(step, letters)
    const last = lines.at(-1)
    if (text === '') continue
    if (last?.y === y) last.text += text
    else lines.push({ y, text })
  }
  return lines.map((line) => line.text.trimEnd())
}

/** What `[<0001> 20 <0002>] TJ` writes. */
function said(step: string, letters: Map<string, string>): string {
  if (!/T[Jj]( |$)/.test(step)) return ''
  return [...step.matchAll(/<([0-9a-f]+)>/g)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((glyph) => letters.get(glyph) ?? '\ufffd')
    .join('')
}

function entriesOf(resources: PDFDict, kind: string) {
  const entries = resources.lookupMaybe(PDFName.of(kind), PDFDict)?.entries() ?? []
  return new Map(
    entries.map(([name, value]) => [
      name.decodeText(),
      value instanceof PDFRef ? resources.context.lookup(value) : value,
    ]),
  )
}

function lettersOf(font: PDFDict): Map<string, string> {
  const table = contentOf(font.lookup(PDFName.of('ToUnicode')) as PDFRawStream)
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[(.*?)\]/g))
    for (const [offset, [, codes = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const units = codes.match(/\w+/g)?.map((code) => Number.parseInt(code, 16)) ?? []
      letters.set(
        (Number.parseInt(first, 16) + offset).toString(16).padStart(4, '0'),
        String.fromCharCode(...units),
      )
    }
  return letters
}

const contentOf = (stream: PDFRawStream) =>
  Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
