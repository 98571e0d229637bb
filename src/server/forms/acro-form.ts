import type { Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { answerFont, answerFontName } from './answer-font.ts'
import { box, type Rect, type Widget } from './sheet.ts'

type Structure = PDFKit.PDFStructureElement
type Reference = PDFKit.PDFKitReference

/** The dictionary of the document's form (PDF 1.7, 12.7.2), as pdfkit makes it. */
interface FormData {
  Fields: Reference[]
  DR: { Font: Record<string, Reference> }
  DA: unknown
  NeedAppearances?: boolean
}

/**
 * Remembers the last object that pdfkit made. Its form calls accept no appearances, tooltips or structure, and return no
 * form to which we could add fields.
 */
export class FillableDocument extends PDFDocument {
  declare last: Reference

  override ref(data: object): Reference {
    this.last = super.ref(data)
    return this.last
  }
}

/** Flags of a field (PDF 1.7, 12.7) and of its annotation (12.5). */
const fieldFlags = { required: 1 << 1, multiline: 1 << 12, radio: 1 << 15 }
const printFlag = 1 << 2

/** Size 0 lets the viewer choose: smaller letters for a long answer, so that all of it is printed. */
const textFont = `/${answerFontName} 0 Tf 0.05 0.1 0.12 rg`
const markFont = '/ZaDb 0 Tf 0 g'
/** For viewers that draw boxes and rings themselves: a dark border on white. */
const border = { Type: 'Border', W: 0.8, S: 'S' }
const borderColors = { BC: [0.106, 0.165, 0.18], BG: [1] }

/**
 * The fields of the document. Each brings its appearance: a viewer that had to make one would take the form for changed,
 * and ask to save it.
 */
export class AcroForm {
  readonly #doc: FillableDocument
  readonly #fields: Reference[]
  readonly #marks: Record<'box' | 'check' | 'ring' | 'dot', Reference>
  readonly #groups = new Map<string, { field: Reference; kids: Reference[] }>()

  constructor(doc: FillableDocument, font: Font) {
    this.#doc = doc
    doc.font('ZapfDingbats').initForm()
    const data = doc.last.data as unknown as FormData
    const [marks] = Object.values(data.DR.Font)
    if (!marks) throw new Error('The form has no font.')
    data.DR = { Font: { [answerFontName]: answerFont(doc, font), ZaDb: marks } }
    data.DA = new String(textFont)
    delete data.NeedAppearances
    this.#fields = data.Fields
    const mark = (...drawing: string[]) => this.#appearance(box, box, drawing.join(' '))
    this.#marks = { box: mark(square), check: mark(square, tick), ring: mark(ring), dot: mark(ring, dot) }
  }

  add(widget: Widget, structure: Structure): void {
    const { kind } = widget.control
    if (kind === 'choice') this.#radio(widget, structure)
    else if (kind === 'checkbox') this.#checkbox(widget, structure)
    else this.#text(widget, structure)
  }

  #text(widget: Widget, structure: Structure): void {
    const { kind, required } = widget.control
    const field = this.#annotate(widget, structure, {
      ...fieldNames(widget),
      FT: 'Tx',
      Ff: (kind === 'lines' ? fieldFlags.multiline : 0) | (required ? fieldFlags.required : 0),
      DA: new String(textFont),
      AP: { N: this.#appearance(widget.width, widget.height, '/Tx BMC EMC') },
    })
    this.#fields.push(field)
  }

  #checkbox(widget: Widget, structure: Structure): void {
    const field = this.#annotate(widget, structure, {
      ...fieldNames(widget),
      FT: 'Btn',
      V: 'Off',
      AS: 'Off',
      DA: new String(markFont),
      BS: border,
      MK: { ...borderColors, CA: new String('4') },
      AP: { N: { Off: this.#marks.box, Yes: this.#marks.check } },
    })
    this.#fields.push(field)
  }

  #radio(widget: Widget, structure: Structure): void {
    const { control, option = '' } = widget
    const group = this.#groups.get(control.name) ?? this.#group(widget)
    const button = this.#annotate(widget, structure, {
      Parent: group.field,
      AS: 'Off',
      Contents: new String(`${control.tooltip}: ${option}`),
      DA: new String(markFont),
      BS: border,
      MK: { ...borderColors, CA: new String('l') },
      AP: { N: { Off: this.#marks.ring, [stateName(option)]: this.#marks.dot } },
    })
    group.kids.push(button)
  }

  /** Radio buttons, at most one of which is on. */
  #group(widget: Widget) {
    const kids: Reference[] = []
    const field = this.#doc.ref({
      ...fieldNames(widget),
      FT: 'Btn',
      Ff: fieldFlags.radio,
      V: 'Off',
      Kids: kids,
    })
    this.#groups.set(widget.control.name, { field, kids })
    this.#fields.push(field)
    return { field, kids }
  }

  #annotate({ x, y, width, height }: Rect, structParent: Structure, data: object): Reference {
    const options = { Subtype: 'Widget', F: printFlag, structParent, ...data }
    this.#doc.annotate(x, y, width, height, options as PDFKit.Mixins.AnnotationOption)
    const made = this.#doc.page.annotations.at(-1)
    if (!made) throw new Error('The annotation was not added.')
    return made
  }

  #appearance(width: number, height: number, drawing: string): Reference {
    const data = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} }
    const made = this.#doc.ref(data)
    made.end(drawing)
    return made
  }
}

function fieldNames({ control }: Widget) {
  return { T: new String(control.name), TU: new String(control.tooltip) }
}

/** The option as a PDF name, from letters, digits and hyphens, which need no escape. */
function stateName(option: string): string {
  return option
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const ink = '0.106 0.165 0.18'
const square = `1 g ${ink} RG 0.8 w 0.5 0.5 ${box - 1} ${box - 1} re B`
const tick = `${ink} RG 1.6 w 1 J 1 j 2.3 5 m 4.3 2.7 l 7.8 7.4 l S`
const ring = `1 g ${ink} RG 0.8 w ${circle(box / 2 - 0.5)} B`
const dot = `${ink} rg ${circle(box / 2 - 2.4)} f`

/** A circle around the middle of the box, as four curves. */
function circle(radius: number): string {
  const bend = radius * 0.5523
  const at = (x: number, y: number) => `${(box / 2 + x).toFixed(2)} ${(box / 2 + y).toFixed(2)}`
  return [
    `${at(radius, 0)} m`,
    `${at(radius, bend)} ${at(bend, radius)} ${at(0, radius)} c`,
    `${at(-bend, radius)} ${at(-radius, bend)} ${at(-radius, 0)} c`,
    `${at(-radius, -bend)} ${at(-bend, -radius)} ${at(0, -radius)} c`,
    `${at(bend, -radius)} ${at(radius, -bend)} ${at(radius, 0)} c h`,
  ].join(' ')
}
