import { type Control, cellControl, controlsOfField } from '#contract/forms/controls.ts'
import type { ChoiceField, Form, FormField, FormSection, TableField } from '#contract/forms/form.ts'
import { sendingBlock } from '#contract/forms/shared-blocks.en.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { AcroForm, type FillableDocument } from './acro-form.ts'
import { letterhead } from './letterhead.ts'
import {
  betweenSections,
  columnsOf,
  flowOptions,
  type Growth,
  headHeight,
  labelHeight,
  labelOf,
  noticeLines,
  planSheets,
  rowHeight,
  sectionHeight,
  tableHeights,
} from './measure-form.ts'
import {
  box,
  boxGap,
  type Caption,
  colors,
  column,
  contentWidth,
  heights,
  inset,
  logo,
  type Rect,
  sheet,
  styles,
  type Widget,
} from './sheet.ts'
import type { Typeface } from './typeface.ts'

type Structure = PDFKit.PDFStructureElement

type PlainField = Exclude<FormField, TableField>

const thin = 0.5
/** From the top of a line of text to its baseline. */
const baselineIn = 10.5

/** Draws a form on two sheets, in reading order, which is also the tab order. */
export class FormDrawing {
  readonly #doc: FillableDocument
  readonly #type: Typeface
  readonly #fields: AcroForm

  constructor(doc: FillableDocument, type: Typeface) {
    this.#doc = doc
    this.#type = type
    this.#fields = new AcroForm(doc, type.font)
  }

  draw(form: Form, organization: Organization): void {
    const root = this.#doc.struct('Document')
    this.#doc.addStructure(root)
    const firstTop = this.#letterhead(root, form, organization)
    const sections = [sendingBlock(organization), ...form.sections]
    const sheets = planSheets({ sections }, firstTop, this.#type)
    for (const [number, { sections, top, growth, over }] of sheets.entries()) {
      if (number > 0) this.#doc.addPage()
      let y = top
      for (const section of sections) {
        this.#section(root, section, y, growth)
        y += sectionHeight(section, growth, this.#type) + betweenSections
      }
      this.#pageNumber(form, number + 1, sheets.length)
      if (over > 0.01)
        this.#type.overflows.push(`Sheet ${number + 1} is ${over.toFixed(1)} points too short.`)
    }
    root.end()
  }

  #pageNumber({ title, version }: Form, number: number, count: number): void {
    const text = `${title} ${version} · page ${number} of ${count}`
    const x = sheet.width - sheet.side - this.#type.width(text, styles.details)
    this.#artifact(() =>
      this.#type.write(text, { style: styles.details, x, baseline: sheet.height - sheet.bottom + 20 }),
    )
  }

  /** Returns the y of its end. */
  #letterhead(root: Structure, form: Form, organization: Organization): number {
    const head = letterhead(form, organization, this.#type)
    this.#artifact((doc) => {
      drawLogo(doc)
      const right = sheet.side + contentWidth
      doc.moveTo(sheet.side, head.rule).lineTo(right, head.rule).lineWidth(1.5).stroke(colors.strong)
    })
    this.#text(root, 'P', head.provider)
    this.#text(root, 'P', head.details)
    this.#text(root, 'H1', [head.title])
    this.#text(root, 'P', [head.version])
    this.#text(root, 'P', head.purpose)
    return head.bottom
  }

  #section(root: Structure, section: FormSection, top: number, growth: Growth): void {
    const left = sheet.side + inset
    const right = sheet.side + contentWidth
    const lines = noticeLines(section, this.#type)
    const cellsTop = top + headHeight(lines)
    const cells = cellsOf(section, cellsTop, growth, this.#type)
    this.#artifact((doc) => {
      const ground = section.office ? colors.office : colors.band
      const bottom = top + sectionHeight(section, growth, this.#type)
      doc.rect(sheet.side, top, contentWidth, heights.band).fill(ground)
      if (section.office) doc.rect(sheet.side, cellsTop, contentWidth, bottom - cellsTop).fill(ground)
      doc.lineWidth(thin)
      for (const { frame } of cells) {
        doc.rect(frame.x, frame.y, frame.width, frame.height).stroke(colors.line)
      }
      for (const { field, frame } of cells)
        if (field.kind === 'lines') drawRules(doc, frame, labelHeight(field, frame.width, this.#type))
    })
    const part = this.#element(root, 'Sect')
    this.#text(part, 'H2', [this.#type.caption(section.title, styles.section, left, top + 12.5, right)])
    const notice = lines.map((text, number) => {
      const baseline = top + heights.band + number * heights.text + baselineIn + 1
      return this.#type.caption(text, styles.text, left, baseline, right)
    })
    if (notice.length > 0) this.#text(part, 'P', notice)
    for (const { field, frame } of cells) {
      if (field.kind === 'table') this.#table(part, section, field, frame)
      else this.#field(this.#element(part, 'Div'), section, field, frame)
    }
  }

  #field(group: Structure, section: FormSection, field: PlainField, frame: Rect): void {
    const controls = controlsOfField(section, field)
    const [control] = controls
    if (!control) throw new Error(`${field.id} has no control.`)
    if (field.kind === 'checkbox') {
      const y = frame.y + (frame.height - box) / 2
      this.#checkbox(group, { x: frame.x + inset, y, control }, field.label, frame)
      return
    }
    this.#text(group, 'P', this.#label(field, frame))
    if (field.kind === 'choice' || field.kind === 'choices') {
      this.#options(this.#element(group, 'L'), field, controls, frame)
    } else {
      const below = labelHeight(field, frame.width, this.#type)
      this.#widget(group, { ...answerRect(field.kind, frame, below), control })
    }
  }

  #label(field: PlainField, { x, y, width }: Rect): Caption[] {
    return labelOf(field, width, this.#type).map(({ text, style, line, left }) =>
      this.#type.caption(text, style, x + inset + left, y + line * heights.text + baselineIn, x + width),
    )
  }

  /** Options with their boxes, centered below the label. Those of a `choice` share one control. */
  #options(list: Structure, field: ChoiceField, controls: Control[], frame: Rect): void {
    const { kind, options } = field
    const { positions, lines } = flowOptions(options, frame.width, this.#type)
    const label = labelHeight(field, frame.width, this.#type)
    const free = frame.height - label - lines * heights.option
    for (const [number, { option, left, line }] of positions.entries()) {
      const control = controls[kind === 'choice' ? 0 : number]
      if (!control) continue
      const x = frame.x + inset + left
      const y = frame.y + label + free / 2 + line * heights.option + (heights.option - box) / 2
      const item = this.#element(this.#element(list, 'LI'), 'LBody')
      this.#checkbox(item, { x, y, control, option }, option, frame)
    }
  }

  #checkbox(parent: Structure, widget: Omit<Widget, 'width' | 'height'>, text: string, frame: Rect): void {
    this.#widget(parent, { ...widget, width: box, height: box })
    const x = widget.x + box + boxGap
    const caption = this.#type.caption(text, styles.text, x, widget.y + 10, frame.x + frame.width)
    this.#text(parent, 'Span', [caption])
  }

  #table(part: Structure, section: FormSection, field: TableField, frame: Rect): void {
    const columns = columnsOf(field, frame.width).map(({ left, ...rest }) => ({ ...rest, x: frame.x + left }))
    const { head, rows } = tableHeights(field, frame.width, this.#type)
    const more = (frame.height - rows.reduce((sum, height) => sum + height, head)) / rows.length
    let top = frame.y + head
    const places = rows.map((least) => {
      const place = { y: top, height: least + more }
      top += place.height
      return place
    })
    this.#artifact((doc) => {
      const [right, bottom] = [frame.x + frame.width, frame.y + frame.height]
      for (const { y } of places) doc.moveTo(frame.x, y).lineTo(right, y).stroke(colors.line)
      for (const { x } of columns.slice(1)) doc.moveTo(x, frame.y).lineTo(x, bottom).stroke(colors.line)
    })
    const table = this.#element(part, 'Table', { title: field.label })
    const header = this.#element(table, 'TR')
    for (const { label, x, width } of columns) {
      this.#text(header, 'TH', this.#lines(label, { x, y: frame.y, width, height: head }), {
        scope: 'Column',
      })
    }
    const [first] = columns
    const answerColumns = field.rowHeader ? columns.slice(1) : columns
    for (const [number, name] of field.rows.entries()) {
      const row = this.#element(table, 'TR')
      const { y, height } = places[number] ?? frame
      if (field.rowHeader && first)
        this.#text(row, 'TH', this.#lines(name, { ...first, y, height }), { scope: 'Row' })
      for (const [index, column] of field.columns.entries()) {
        const cell = this.#element(row, 'TD')
        const control = cellControl(section, field, name, column)
        const { x, width } = answerColumns[index] ?? frame
        if (!control) continue
        const rect =
          column.kind === 'checkbox'
            ? { x: x + (width - box) / 2, y: y + (height - box) / 2, width: box, height: box }
            : answerRect('text', { x, y, width, height }, 0)
        this.#widget(cell, { ...rect, control })
      }
    }
  }

  /** The lines of a text, in the middle of a cell. */
  #lines(text: string, { x, y, width, height }: Rect): Caption[] {
    const lines = this.#type.lines(text, styles.text, width - 2 * inset)
    const top = y + (height - lines.length * heights.text) / 2
    return lines.map((line, number) =>
      this.#type.caption(
        line,
        styles.text,
        x + inset,
        top + number * heights.text + baselineIn - 0.5,
        x + width,
      ),
    )
  }

  /** Draws decoration, which screen readers skip. */
  #artifact(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }

  #widget(parent: Structure, widget: Widget): void {
    this.#fields.add(widget, this.#element(parent, 'Form'))
  }

  #element(parent: Structure, tag: string, options: object = {}): Structure {
    const element = this.#doc.struct(tag, options)
    parent.add(element)
    return element
  }

  /** Each line but the last ends with a space; screen readers would join the words around the break otherwise. */
  #text(parent: Structure, tag: string, lines: readonly Caption[], options: object = {}): void {
    const write = () => {
      for (const [number, line] of lines.entries())
        this.#type.write(number < lines.length - 1 ? `${line.text} ` : line.text, line)
    }
    parent.add(this.#doc.struct(tag, options, write))
  }
}

/** The logo: a house with a lit door. */
function drawLogo(doc: PDFKit.PDFDocument): void {
  const { size } = logo
  const at = (x: number, y: number): [number, number] => [sheet.side + x * size, sheet.top + y * size]
  doc.polygon(at(0, 0.46), at(0.5, 0), at(1, 0.46), at(1, 0.56), at(0, 0.56)).fill(colors.strong)
  doc.rect(...at(0.12, 0.5), 0.76 * size, 0.5 * size).fill(colors.strong)
  doc.rect(...at(0.4, 0.62), 0.2 * size, 0.38 * size).fill('#f0a36b')
}

function cellsOf(section: FormSection, top: number, growth: Growth, type: Typeface) {
  let y = top
  return section.rows.flatMap((row) => {
    const height = rowHeight(row, growth, type)
    let x: number = sheet.side
    const cells = row.map((field) => {
      const frame: Rect = { x, y, width: field.width * column, height }
      x += frame.width
      return { field, frame }
    })
    y += height
    return cells
  })
}

/** The answer's box, below the label at the bottom of the cell. It is low, because typed text grows with the box. */
function answerRect(kind: FormField['kind'], { x, y, width, height }: Rect, label: number): Rect {
  const free = height - label - 1
  const used = kind === 'lines' ? free : Math.min(free, heights.typed)
  return { x: x + 1, y: y + height - 1 - used, width: width - 2, height: used }
}

/** Lines for handwriting, from the bottom of the cell up. */
function drawRules(doc: PDFKit.PDFDocument, { x, y, width, height }: Rect, label: number): void {
  const room = height - label - heights.written / 2
  for (let up = heights.written; up < room; up += heights.written) {
    const rule = y + height - up
    doc
      .moveTo(x + inset, rule)
      .lineTo(x + width - inset, rule)
      .stroke(colors.rule)
  }
}
