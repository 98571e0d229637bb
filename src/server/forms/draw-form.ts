import { type Control, cellControl, controlsOfField } from '#contract/forms/controls.ts'
import type { ChoiceField, Form, FormField, FormSection, TableField } from '#contract/forms/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { AcroForm } from './acro-form.ts'
import { letterhead } from './letterhead.ts'
import {
  betweenSections,
  flowOptions,
  type Growth,
  growthOf,
  headHeight,
  noticeLines,
  rowHeight,
  sectionHeight,
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
const hintGap = 4
/** From the top of a cell to the baseline of its label. */
const labelBaseline = 8.5

/** Draws a form in reading order, which is also the tab order. */
export class FormDrawing {
  readonly #doc: PDFKit.PDFDocument
  readonly #type: Typeface
  readonly #fields: AcroForm

  constructor(doc: PDFKit.PDFDocument, type: Typeface) {
    this.#doc = doc
    this.#type = type
    this.#fields = new AcroForm(doc, type.font)
  }

  draw(form: Form, organization: Organization): void {
    const root = this.#doc.struct('Document')
    this.#doc.addStructure(root)
    let top = this.#letterhead(root, form, organization)
    const bottom = sheet.height - sheet.bottom
    const growth = growthOf(form, bottom - top, this.#type)
    for (const section of form.sections) {
      this.#section(root, section, top, growth)
      top += sectionHeight(section, growth, this.#type) + betweenSections
    }
    const over = top - betweenSections - bottom
    if (over > 0.01) this.#type.overflows.push(`The sheet is ${over.toFixed(1)} points too short.`)
    root.end()
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
    this.#text(root, 'P', [head.purpose])
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
    })
    const part = this.#element(root, 'Sect')
    this.#text(part, 'H2', [this.#type.caption(section.title, styles.section, left, top + 10, right)])
    const notice = lines.map((text, number) => {
      const baseline = top + heights.band + (number + 1) * heights.notice - 1
      return this.#type.caption(text, styles.notice, left, baseline, right)
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
    this.#text(group, 'P', labelOf(field, frame, this.#type))
    if (field.kind === 'choice' || field.kind === 'choices') {
      this.#options(this.#element(group, 'L'), field, controls, frame)
    } else this.#widget(group, { ...answerRect(field.kind, frame), control })
  }

  /** Options with their boxes, centered below the label. Those of a `choice` share one control. */
  #options(list: Structure, { kind, options }: ChoiceField, controls: Control[], frame: Rect): void {
    const { positions, lines } = flowOptions(options, frame.width, this.#type)
    const free = frame.height - heights.label - lines * heights.option
    for (const [number, { option, left, line }] of positions.entries()) {
      const control = controls[kind === 'choice' ? 0 : number]
      if (!control) continue
      const x = frame.x + inset + left
      const y = frame.y + heights.label + free / 2 + line * heights.option + 1
      const item = this.#element(this.#element(list, 'LI'), 'LBody')
      this.#checkbox(item, { x, y, control, option }, option, frame)
    }
  }

  #checkbox(parent: Structure, widget: Omit<Widget, 'width' | 'height'>, text: string, frame: Rect): void {
    this.#widget(parent, { ...widget, width: box, height: box })
    const x = widget.x + box + boxGap
    const caption = this.#type.caption(text, styles.option, x, widget.y + 8, frame.x + frame.width)
    this.#text(parent, 'Span', [caption])
  }

  #table(part: Structure, section: FormSection, field: TableField, frame: Rect): void {
    const columns = selectColumns(field, frame)
    const height = (frame.height - heights.tableHead) / field.rows.length
    const topOf = (row: number) => frame.y + heights.tableHead + row * height
    this.#artifact((doc) => {
      const [right, bottom] = [frame.x + frame.width, frame.y + frame.height]
      for (const row of field.rows.keys()) {
        doc.moveTo(frame.x, topOf(row)).lineTo(right, topOf(row)).stroke(colors.line)
      }
      for (const { x } of columns.slice(1)) doc.moveTo(x, frame.y).lineTo(x, bottom).stroke(colors.line)
    })
    const table = this.#element(part, 'Table', { title: field.label })
    const head = this.#element(table, 'TR')
    for (const { label, x, width } of columns) {
      const baseline = frame.y + labelBaseline
      const caption = this.#type.caption(label, styles.label, x + inset, baseline, x + width)
      this.#text(head, 'TH', [caption], { scope: 'Column' })
    }
    const [first] = columns
    const answerColumns = field.rowHeader ? columns.slice(1) : columns
    for (const [number, name] of field.rows.entries()) {
      const row = this.#element(table, 'TR')
      const y = topOf(number)
      if (field.rowHeader && first) {
        const baseline = y + height / 2 + 3
        const right = first.x + first.width
        const caption = this.#type.caption(name, styles.option, first.x + inset, baseline, right)
        this.#text(row, 'TH', [caption], { scope: 'Row' })
      }
      for (const [index, column] of field.columns.entries()) {
        const cell = this.#element(row, 'TD')
        const control = cellControl(section, field, name, column)
        const { x, width } = answerColumns[index] ?? frame
        if (!control) continue
        const rect =
          column.kind === 'checkbox'
            ? { x: x + (width - box) / 2, y: y + (height - box) / 2, width: box, height: box }
            : { x: x + 1, y: y + 0.5, width: width - 2, height: height - 1 }
        this.#widget(cell, { ...rect, control })
      }
    }
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

/** The answer's place at the bottom of the cell. It is low, because typed text grows with the height of its field. */
function answerRect(kind: FormField['kind'], { x, y, width, height }: Rect): Rect {
  const free = height - heights.label - 1
  const used = kind === 'lines' ? free : Math.min(free, heights.field)
  return { x: x + 1, y: y + height - 1 - used, width: width - 2, height: used }
}

/** The label, and the hint beside it if that fits; the tooltip has the hint in any case. */
function labelOf(field: PlainField, frame: Rect, type: Typeface): Caption[] {
  const baseline = frame.y + labelBaseline
  const right = frame.x + frame.width
  const text = field.required ? `${field.label} *` : field.label
  const label = type.caption(text, styles.label, frame.x + inset, baseline, right)
  const hint = field.kind === 'date' ? 'MM/DD/YYYY' : field.hint
  if (!hint) return [label]
  const x = label.x + type.width(text, styles.label) + hintGap
  if (x + type.width(hint, styles.hint) > right - inset) return [label]
  return [label, { text: hint, style: styles.hint, x, baseline }]
}

function selectColumns({ rowHeader, columns }: TableField, frame: Rect) {
  const shares = [...(rowHeader ? [rowHeader] : []), ...columns]
  const whole = shares.reduce((sum, { width }) => sum + width, 0)
  let x = frame.x
  return shares.map(({ label, width: share }) => {
    const width = (share / whole) * frame.width
    x += width
    return { label, x: x - width, width }
  })
}
