import PDFDocument from 'pdfkit'
import { colors } from '#server/forms/sheet.ts'
import {
  directionOf,
  isReordered,
  Letters,
  lettersOf,
  piecesOf,
  type ScriptRun,
  type TextDirection,
} from './letters.ts'
import type { Detail, Entry } from './parts.ts'
import { openTypefaces, type Typeface, type Typefaces } from './typefaces.ts'

type Structure = PDFKit.PDFStructureElement

/** US Letter, in points (1/72 inch). */
const page = { width: 612, height: 792, side: 54, top: 40, bottom: 54 } as const
const textWidth = page.width - 2 * page.side
const labelWidth = 132
/** Of the three columns of a table, in points. */
const columnWidths = [165, 199, 140]
/** How many of a note's last lines stay on one page with its signature. */
const lastLines = 2
/** How many words have their width remembered: measuring is slow, and memory must not grow with the record. */
const mostWords = 20_000
/** By how much letters of other typefaces are scaled, to look as large as ours. */
const scales: Partial<Record<ScriptRun['script'], number>> = { arabic: 1.15, symbols: 0.9 }

interface Style {
  weight: 'regular' | 'bold'
  size: number
  color: string
  /** Of a line, in points. */
  height: number
}

export const styles = {
  title: { weight: 'bold', size: 22, color: colors.strong, height: 28 },
  section: { weight: 'bold', size: 15, color: colors.strong, height: 20 },
  entry: { weight: 'bold', size: 11, color: colors.ink, height: 15 },
  text: { weight: 'regular', size: 10.5, color: colors.ink, height: 14.5 },
  strong: { weight: 'bold', size: 10.5, color: colors.ink, height: 14.5 },
  details: { weight: 'regular', size: 9, color: colors.soft, height: 12.5 },
  header: { weight: 'bold', size: 9, color: colors.ink, height: 12.5 },
} as const satisfies Record<string, Style>

interface Line {
  text: string
  direction: TextDirection
}

interface Place {
  x: number
  width: number
  /** Even if the text is read from right to left. */
  startsLeft?: boolean
}

const fullWidth: Place = { x: page.side, width: textWidth }

interface Paragraph {
  shown: string
  /** Empty for a blank paragraph. */
  lines: Line[]
}

interface Placement {
  place?: Place
  options?: object | undefined
  /** How many points a line needs below it on its page. */
  needed?: (line: number) => number
}

interface Cell {
  tag: 'TH' | 'TD'
  text: string
  style: Style
  place: Place
  options?: object
}

interface DocumentFacts {
  title: string
  author: string
  madeAt: Date
  /** At the top of each page. */
  head: readonly string[]
  /** At the bottom, beside the page's number. */
  foot: string
}

/**
 * A tagged PDF that is written while it is drawn: pages that are full leave the memory. The number of pages, which each page
 * names, is an object that is written last.
 */
export class RecordDocument {
  readonly doc: PDFKit.PDFDocument
  readonly letters: Letters
  readonly #typefaces: Typefaces
  readonly #widths = new Map<string, number>()
  readonly #root: Structure
  readonly #facts: DocumentFacts
  readonly #pageCount: PDFKit.PDFKitReference
  #section: Structure | undefined
  #list: Structure | undefined
  #table: { element: Structure; headers: Cell[] } | undefined
  #outline: PDFKit.PDFOutline | undefined
  #pages = 0
  #y = 0

  constructor(fonts: string, facts: DocumentFacts) {
    this.doc = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      autoFirstPage: false,
      info: {
        Title: facts.title,
        Author: facts.author,
        Creator: 'Stable Housing',
        CreationDate: facts.madeAt,
      },
    } as PDFKit.PDFDocumentOptions)
    this.#typefaces = openTypefaces(this.doc, fonts)
    this.letters = new Letters(this.#typefaces)
    this.#facts = { ...facts, head: facts.head.map((line) => this.letters.shown(line)) }
    const { embedded } = this.#typefaces.regular
    this.#pageCount = this.doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -4, 80, 12],
      Resources: { Font: { [embedded.id]: embedded.ref() } },
    })
    this.#root = this.doc.struct('Document')
    this.doc.addStructure(this.#root)
    this.doc.on('pageAdded', () => this.#decorate())
    this.doc.addPage()
  }

  end(): void {
    this.#closeSection()
    this.#root.end()
    const { embedded } = this.#typefaces.regular
    const [letters] = embedded.encode(`of ${this.#pages}`)
    const { size } = styles.details
    this.#pageCount.end(`BT /${embedded.id} ${size} Tf 0.24 0.3 0.31 rg 0 0 Td <${letters.join('')}> Tj ET`)
    this.doc.end()
  }

  title(text: string): void {
    this.#text(this.#openSection(), 'H1', text, styles.title)
    this.#y += 6
  }

  nextPage(): void {
    this.#y = page.height
  }

  /** Begins a part of the document, which the bookmarks name. */
  section(text: string): void {
    this.#closeSection()
    const section = this.#openSection()
    if (this.#y > this.#top) this.gap(18)
    this.#keepTogether(styles.section.height + 60)
    this.#outline = this.doc.outline.addItem(this.letters.shown(text))
    this.#text(section, 'H2', text, styles.section)
    this.#artifact(() =>
      this.doc
        .moveTo(page.side, this.#y + 1)
        .lineTo(page.side + textWidth, this.#y + 1)
        .lineWidth(0.75)
        .stroke(colors.line),
    )
    this.#y += 9
  }

  /** A bookmark for this place, in its section. */
  bookmark(text: string): void {
    this.#outline?.addItem(this.letters.shown(text))
  }

  /** With a heading of its own, and with its earlier versions below. */
  entry(entry: Entry): void {
    this.#list = undefined
    this.#entry(entry, 'H3', styles.entry)
  }

  /** Its heading stays with its first lines, and its last lines with the details, such as the signature. */
  #entry({ title, anchor, facts, text = '', details, earlier = [] }: Entry, tag: string, style: Style): void {
    const heading = this.#layOut(title, style)
    const about = facts === undefined ? [] : this.#paragraphs(facts, styles.details)
    const body = this.#paragraphs(text, styles.text)
    const count = linesOf(body)
    const { height } = styles.details
    const below = details.reduce((sum, detail) => sum + this.#linesOfDetail(detail) * height, 2 * gap)
    const isShort = count <= lastLines + 1
    const begin = isShort ? count * styles.text.height + below : lastLines * styles.text.height
    this.#keepTogether(heading.lines.length * style.height + linesOf(about) * height + begin)
    if (anchor) this.doc.addNamedDestination(anchor, 'XYZ', page.side, this.#y, null)
    this.#set(this.#openSection(), tag, heading, style)
    this.#setAll(about, styles.details)
    this.gap(gap)
    this.#setAll(body, styles.text, below)
    this.gap(gap)
    for (const line of details) this.#detail(line)
    for (const version of earlier) {
      this.gap(gap)
      this.#entry(version, 'H4', styles.strong)
    }
    this.gap(8)
  }

  paragraph(text: string, style: Style = styles.text): void {
    this.#setAll(this.#paragraphs(text, style), style)
  }

  /** Keeps the last lines on one page with what follows them and is `below` points high. */
  #setAll(paragraphs: readonly Paragraph[], style: Style, below = 0): void {
    let left = linesOf(paragraphs)
    for (const paragraph of paragraphs) {
      const count = paragraph.lines.length
      if (count === 0) {
        this.gap(style.height / 2)
        continue
      }
      const all = left
      const needed = (line: number) => {
        const rest = all - line - 1
        return rest < lastLines ? rest * style.height + below : 0
      }
      this.#set(this.#openSection(), 'P', paragraph, style, { needed })
      left -= count
    }
  }

  #detail(detail: Detail): void {
    if (typeof detail === 'string') this.paragraph(detail, styles.details)
    else this.#link(detail.text, detail.to)
  }

  #linesOfDetail(detail: Detail): number {
    return linesOf(this.#paragraphs(typeof detail === 'string' ? detail : detail.text, styles.details))
  }

  #link(text: string, to: string): void {
    const { height } = styles.details
    this.#keepTogether(height)
    const paragraph = this.#add(this.#openSection(), 'P')
    const link = this.#add(paragraph, 'Link')
    const y = this.#y
    this.#text(link, 'Span', text, { ...styles.details, color: colors.strong })
    const options = { structParent: link, Contents: new String(text) }
    this.doc.goTo(page.side, y, this.#width(text, styles.details), height, to, options as object)
    link.end()
    paragraph.end()
  }

  /** An entry of a list: what it says, and the details below. */
  item(text: string, details: readonly Detail[]): void {
    this.#list ??= this.#add(this.#openSection(), 'L')
    const lines = details.reduce((sum, detail) => sum + this.#linesOfDetail(detail), 0)
    this.#keepTogether(
      linesOf(this.#paragraphs(text, styles.strong)) * styles.strong.height + lines * styles.details.height,
    )
    const item = this.#add(this.#list, 'LI')
    const body = this.#add(item, 'LBody')
    this.#text(body, 'P', text, styles.strong)
    for (const line of details)
      this.#text(body, 'P', typeof line === 'string' ? line : line.text, styles.details)
    item.end()
    this.gap(5)
  }

  /** Rows of a label and what it says. */
  table(rows: readonly (readonly [label: string, value: string])[]): void {
    const table = this.#add(this.#openSection(), 'Table')
    const [left, right] = [page.side, page.side + labelWidth]
    for (const [label, value] of rows)
      this.#row(table, [
        {
          ...{ tag: 'TH', text: label, style: styles.strong, options: { scope: 'Row' } },
          place: { x: left, width: labelWidth - 10 },
        },
        {
          ...{ tag: 'TD', text: value, style: styles.text },
          place: { x: right, width: textWidth - labelWidth, startsLeft: true },
        },
      ])
    table.end()
  }

  /** Begins a table of three columns. Its headers are repeated on each page. */
  startTable(headers: readonly string[]): void {
    const element = this.#add(this.#openSection(), 'Table')
    const cells = cellsOf(headers, 'TH').map((cell) => ({ ...cell, options: { scope: 'Column' } }))
    this.#table = { element, headers: cells }
    this.#row(element, cells)
  }

  /** Adds a row to the table that was begun. */
  row(cells: readonly string[]): void {
    if (!this.#table) throw new Error('no table was begun')
    const { element, headers } = this.#table
    this.#row(element, cellsOf(cells, 'TD'), () => {
      const top = this.#y
      for (const { text, style, place } of headers) {
        this.#y = top
        for (const line of this.#lines(text, style, place.width)) this.#write(line, style, place, false)
      }
      this.#y = top + styles.details.height + gap
    })
  }

  #row(table: Structure, cells: readonly Cell[], onNewPage?: () => void): void {
    const laidOut = cells.map((cell) => ({
      ...cell,
      paragraph: this.#layOut(cell.text, cell.style, cell.place),
    }))
    const before = this.#pages
    this.#keepTogether(
      Math.max(...laidOut.map(({ paragraph, style }) => paragraph.lines.length * style.height)),
    )
    if (onNewPage && this.#pages > before) this.#artifact(onNewPage)
    const row = this.#add(table, 'TR')
    const [top, pages] = [this.#y, this.#pages]
    let below = top
    for (const { tag, paragraph, style, place, options } of laidOut) {
      // A cell that is higher than a page ends on a later one.
      if (this.#pages === pages) this.#y = top
      this.#set(row, tag, paragraph, style, { place, options })
      below = this.#pages === pages ? Math.max(below, this.#y) : this.#y
    }
    this.#y = below
    row.end()
    this.gap(gap)
  }

  gap(points: number): void {
    this.#y += points
  }

  get #top(): number {
    return page.top + this.#facts.head.length * styles.details.height + 22
  }

  #openSection(): Structure {
    this.#section ??= this.#add(this.#root, 'Sect')
    return this.#section
  }

  #closeSection(): void {
    this.#section?.end()
    this.#section = undefined
    this.#list = undefined
    this.#table = undefined
  }

  #add(parent: Structure, tag: string): Structure {
    const element = this.doc.struct(tag)
    parent.add(element)
    return element
  }

  /** Begins a page if this one has no space for what is that high; what is higher than a page begins on one. */
  #keepTogether(height: number): void {
    const bottom = page.height - page.bottom
    if (this.#y + Math.min(height, bottom - this.#top) > bottom) this.#nextPage()
  }

  #nextPage(): void {
    // Also continues the tags that are open.
    this.doc.continueOnNewPage()
  }

  #layOut(text: string, style: Style, { width } = fullWidth): Paragraph {
    const shown = this.letters.shown(text)
    return { shown, lines: this.#lines(shown, style, width) }
  }

  #paragraphs(text: string, style: Style): Paragraph[] {
    return text.split(/\r\n?|[\n\u2028\u2029]/).map((paragraph) => this.#layOut(paragraph, style))
  }

  #text(parent: Structure, tag: string, text: string, style: Style): void {
    this.#set(parent, tag, this.#layOut(text, style), style)
  }

  #set(
    parent: Structure,
    tag: string,
    { shown, lines }: Paragraph,
    style: Style,
    { place = fullWidth, options = {}, needed }: Placement = {},
  ): void {
    // Letters are drawn from left to right; who listens needs the order of speech.
    const spoken = isReordered(shown) ? { actual: shown } : {}
    const draw = () => {
      for (const [number, line] of lines.entries()) {
        this.#keepTogether(style.height + (needed?.(number) ?? 0))
        this.#write(line, style, place, number < lines.length - 1)
        this.#y += style.height
      }
    }
    parent.add(this.doc.struct(tag, { ...options, ...spoken }, [draw]))
  }

  /** Breaks a text at spaces, all of which it keeps, and inside of a word only if it is longer than a line. */
  #lines(text: string, style: Style, width: number): Line[] {
    const direction = directionOf(text)
    const lines: string[] = []
    let [line, used, gap] = ['', 0, '']
    const next = () => {
      if (line) lines.push(line)
      line = ''
      used = 0
    }
    const put = (piece: string, ...breaks: ((text: string) => string[])[]) => {
      let wide = this.#width(gap + piece, style)
      if (used + wide > width) {
        next()
        gap = ''
        wide = this.#width(piece, style)
        const [breakUp, ...finer] = breaks
        if (breakUp && wide > width) {
          for (const part of breakUp(piece)) put(part, ...finer)
          return
        }
      }
      line += gap + piece
      used += wide
      gap = ''
    }
    for (const piece of text.match(/ +|[^ ]+/g) ?? []) {
      if (piece.startsWith(' ')) gap = piece
      else put(piece, piecesOf, lettersOf)
    }
    next()
    return lines.map((words) => ({ text: words, direction }))
  }

  #width(text: string, style: Style): number {
    const key = `${style.weight} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known * style.size
    const width = this.letters.runs(text, 'ltr').reduce((sum, run) => sum + this.#widthOf(run, style), 0)
    if (this.#widths.size === mostWords) this.#widths.clear()
    this.#widths.set(key, width / style.size)
    return width
  }

  #widthOf(run: ScriptRun, style: Style): number {
    return (this.#typeface(run, style).width(run) * this.#size(run, style)) / 1000
  }

  #typeface({ script }: ScriptRun, { weight }: Style): Typeface {
    return this.#typefaces[script === 'regular' ? weight : script]
  }

  #size({ script }: ScriptRun, { size }: Style): number {
    return size * (scales[script] ?? 1)
  }

  #write({ text, direction }: Line, style: Style, { x, width, startsLeft }: Place, continues: boolean): void {
    // Screen readers would join the words around a break without a space; what is read from the right has its own text.
    const runs = this.letters.runs(continues && direction === 'ltr' ? `${text} ` : text, direction)
    const isAtRight = direction === 'rtl' && !startsLeft
    let left = isAtRight ? x + width - runs.reduce((sum, run) => sum + this.#widthOf(run, style), 0) : x
    const y = this.#y + style.height * 0.76
    this.doc.fillColor(style.color)
    for (const run of runs) {
      left += this.#typeface(run, style).draw(this.doc, run, { x: left, y, size: this.#size(run, style) })
    }
  }

  /** What is on every page, which screen readers skip. */
  #decorate(): void {
    this.#pages++
    const { details } = styles
    this.#y = page.top
    this.#artifact(() => {
      for (const line of this.#facts.head) {
        for (const part of this.#lines(line, details, textWidth)) {
          this.#write({ ...part, direction: 'ltr' }, details, { x: page.side, width: textWidth }, false)
          this.#y += details.height
        }
      }
      this.doc
        .moveTo(page.side, this.#y + 4)
        .lineTo(page.side + textWidth, this.#y + 4)
        .lineWidth(0.5)
        .stroke(colors.line)
      const top = this.#y + 22
      this.#y = page.height - page.bottom + 16
      const number = `Page ${this.#pages} `
      this.#write({ text: number, direction: 'ltr' }, details, { x: page.side, width: textWidth }, false)
      this.#drawPageCount(page.side + this.#width(number, details), this.#y + details.height * 0.76)
      const right = page.side + textWidth - this.#width(this.#facts.foot, details)
      this.#write({ text: this.#facts.foot, direction: 'ltr' }, details, { x: right, width: 0 }, false)
      this.#y = top
    })
  }

  #drawPageCount(x: number, baseline: number): void {
    const { doc } = this
    const current = doc.page as unknown as { xobjects: Record<string, unknown> }
    current.xobjects.PageCount = this.#pageCount
    doc.save()
    doc.transform(1, 0, 0, -1, x, baseline)
    doc.addContent('/PageCount Do')
    doc.restore()
  }

  #artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }
}

/** Points between the parts of an entry, and between rows. */
const gap = 3

const linesOf = (paragraphs: readonly Paragraph[]) =>
  paragraphs.reduce((sum, { lines }) => sum + lines.length, 0)

function cellsOf(texts: readonly string[], tag: Cell['tag']): Cell[] {
  let right: number = page.side
  return texts.map((text, column) => {
    const [x, width = 0] = [right, columnWidths[column]]
    right += width
    const style = tag === 'TH' ? styles.header : styles.details
    return { tag, text, style, place: { x, width: width - 10, startsLeft: true } }
  })
}
