import PDFDocument from 'pdfkit'
import { colors } from '#server/forms/sheet.ts'
import {
  type Direction,
  directionOf,
  fontNames,
  hasRightToLeft,
  type Letters,
  piecesOf,
  type Run,
} from './letters.ts'

type Structure = PDFKit.PDFStructureElement

import type { Detail } from './parts.ts'

/** US Letter, in points (1/72 inch). */
const page = { width: 612, height: 792, side: 54, top: 40, bottom: 54 } as const
const textWidth = page.width - 2 * page.side
const labelWidth = 132
const pagesPerVocabulary = 5

interface Style {
  weight: 'regular' | 'bold'
  size: number
  color: string
  /** Of a line. */
  height: number
}

export const styles = {
  title: { weight: 'bold', size: 22, color: colors.strong, height: 28 },
  section: { weight: 'bold', size: 15, color: colors.strong, height: 20 },
  entry: { weight: 'bold', size: 11, color: colors.ink, height: 15 },
  text: { weight: 'regular', size: 10.5, color: colors.ink, height: 14.5 },
  strong: { weight: 'bold', size: 10.5, color: colors.ink, height: 14.5 },
  details: { weight: 'regular', size: 9, color: colors.soft, height: 12.5 },
} as const satisfies Record<string, Style>

interface Line {
  text: string
  direction: Direction
}

interface Place {
  x: number
  width: number
  /** Also of a text that is read from right to left. */
  startsLeft?: boolean
}

/** The private parts of pdfkit that the number of pages and `#forgetWords` need. */
interface Font {
  id: string
  ref(): PDFKit.PDFKitReference
  encode(text: string): [string[], unknown]
  layoutCache: object
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
  readonly #letters: Letters
  readonly #root: Structure
  readonly #facts: DocumentFacts
  readonly #pageCount: PDFKit.PDFKitReference
  readonly #font: Font
  #section: Structure | undefined
  #list: Structure | undefined
  #outline: PDFKit.PDFOutline | undefined
  #pages = 0
  #y = 0

  constructor(letters: Letters, fonts: string, facts: DocumentFacts) {
    this.#letters = letters
    this.#facts = { ...facts, head: facts.head.map((line) => letters.shown(line)) }
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
    letters.register(this.doc, fonts)
    this.#font = (this.doc.font('regular') as unknown as { _font: Font })._font
    this.#pageCount = this.doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -4, 80, 12],
      Resources: { Font: { [this.#font.id]: this.#font.ref() } },
    })
    this.#root = this.doc.struct('Document')
    this.doc.addStructure(this.#root)
    this.doc.on('pageAdded', () => this.#decorate())
    this.doc.addPage()
  }

  end(): void {
    this.#closeSection()
    this.#root.end()
    const [letters] = this.#font.encode(`of ${this.#pages}`)
    const { size } = styles.details
    this.#pageCount.end(`BT /${this.#font.id} ${size} Tf 0.24 0.3 0.31 rg 0 0 Td <${letters.join('')}> Tj ET`)
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
    this.#outline = this.doc.outline.addItem(this.#letters.shown(text))
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
    this.#outline?.addItem(this.#letters.shown(text))
  }

  /** Details lead to its `anchor`. */
  heading(text: string, anchor?: string): void {
    this.#list = undefined
    this.#keepTogether(styles.entry.height + 3 * styles.text.height)
    if (anchor) this.doc.addNamedDestination(anchor, 'XYZ', page.side, this.#y, null)
    this.#text(this.#openSection(), 'H3', text, styles.entry)
  }

  subheading(text: string): void {
    this.#y += 3
    this.#keepTogether(styles.strong.height + 2 * styles.text.height)
    this.#text(this.#openSection(), 'H4', text, styles.strong)
  }

  paragraph(text: string, style: Style = styles.text): void {
    for (const paragraph of text.split(/\r\n?|\n/)) {
      if (paragraph.trim() === '') this.#y += style.height / 2
      else this.#text(this.#openSection(), 'P', paragraph, style)
    }
  }

  detail(detail: Detail): void {
    if (typeof detail === 'string') this.paragraph(detail, styles.details)
    else this.#link(detail.text, detail.to)
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
    this.#keepTogether(styles.text.height + styles.details.height)
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
    for (const [label, value] of rows) {
      this.#keepTogether(styles.text.height)
      const row = this.#add(table, 'TR')
      const [top, pages] = [this.#y, this.#pages]
      this.#text(row, 'TH', label, styles.strong, { x: page.side, width: labelWidth - 10 }, { scope: 'Row' })
      const [below, samePage] = [this.#y, this.#pages === pages]
      if (samePage) this.#y = top
      this.#text(row, 'TD', value, styles.text, {
        x: page.side + labelWidth,
        width: textWidth - labelWidth,
        startsLeft: true,
      })
      if (this.#pages === pages) this.#y = Math.max(this.#y, below)
      row.end()
      this.gap(3)
    }
    table.end()
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
  }

  #add(parent: Structure, tag: string): Structure {
    const element = this.doc.struct(tag)
    parent.add(element)
    return element
  }

  #keepTogether(height: number): void {
    if (this.#y + height > page.height - page.bottom) this.#nextPage()
  }

  #nextPage(): void {
    // Also continues the tags that are open.
    this.doc.continueOnNewPage()
  }

  #text(
    parent: Structure,
    tag: string,
    text: string,
    style: Style,
    place: Place = { x: page.side, width: textWidth },
    options: object = {},
  ): void {
    const shown = this.#letters.shown(text)
    const lines = this.#lines(shown, style, place.width)
    // Lines are drawn from left to right; who listens needs the order of speech.
    const spoken = hasRightToLeft(shown) ? { actual: shown } : {}
    const draw = () => {
      for (const [number, line] of lines.entries()) {
        this.#keepTogether(style.height)
        this.#write(line, style, place, number < lines.length - 1)
        this.#y += style.height
      }
    }
    parent.add(this.doc.struct(tag, { ...options, ...spoken }, [draw]))
  }

  /** Breaks a text at spaces, and inside of a word only if it is longer than a line. */
  #lines(text: string, style: Style, width: number): Line[] {
    const direction = directionOf(text)
    const lines: string[] = []
    let [line, used] = ['', 0]
    const space = this.#width(' ', style)
    const next = (word: string, wide: number) => {
      if (line) lines.push(line)
      line = word
      used = wide
    }
    for (const word of text.split(' ')) {
      if (word === '') continue
      // As it is drawn: words are remembered with the space after them.
      const wide = this.#width(`${word} `, style) - space
      if (line && used + space + wide <= width) {
        line += ` ${word}`
        used += space + wide
      } else if (wide <= width) next(word, wide)
      else {
        next('', 0)
        for (const piece of piecesOf(word)) {
          const more = this.#width(piece, style)
          if (used + more > width) next(piece, more)
          else {
            line += piece
            used += more
          }
        }
      }
    }
    next('', 0)
    return lines.map((words) => ({ text: words, direction }))
  }

  #width(text: string, style: Style): number {
    return this.#letters.runs(text, 'ltr').reduce((sum, run) => sum + this.#widthOf(run, style), 0)
  }

  #widthOf(run: Run, style: Style): number {
    return this.#setFont(run, style).widthOfString(run.text)
  }

  #setFont({ font }: Run, { weight, size }: Style): PDFKit.PDFDocument {
    // Its letters are smaller than those of the others.
    const shown = font === 'arabic' ? size * 1.15 : size
    return this.doc.font(font === 'regular' ? weight : font).fontSize(shown)
  }

  #write({ text, direction }: Line, style: Style, { x, width, startsLeft }: Place, continues: boolean): void {
    // Screen readers would join the words around a break without a space; what is read from the right has its own text.
    const runs = this.#letters.runs(continues && direction === 'ltr' ? `${text} ` : text, direction)
    const isAtRight = direction === 'rtl' && !startsLeft
    let left = isAtRight ? x + width - runs.reduce((sum, run) => sum + this.#widthOf(run, style), 0) : x
    const baseline = this.#y + style.height * 0.76
    this.doc.fillColor(style.color)
    for (const [number, run] of runs.entries()) {
      this.#setFont(run, style).text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      if (number < runs.length - 1) left += this.#widthOf(run, style)
    }
  }

  /** What is on every page, which screen readers skip. */
  #decorate(): void {
    this.#pages++
    if (this.#pages % pagesPerVocabulary === 0) this.#forgetWords()
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

  /** pdfkit remembers how each word is drawn, which a record of thousands of pages would fill the memory with. */
  #forgetWords(): void {
    for (const name of fontNames) {
      const { _font } = this.doc.font(name) as unknown as { _font: Font }
      _font.layoutCache = Object.create(null)
    }
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
