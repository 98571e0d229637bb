import type { Font } from 'fontkit'
import { answerFont, answerFontName } from './answer-font.ts'
import { box, type Rect, type Widget } from './sheet.ts'

type Structure = PDFKit.PDFStructureElement
type Reference = PDFKit.PDFKitReference

/** What pdfkit keeps to itself: its own form calls take neither appearances nor tooltips nor structure. */
interface Internals {
  _root: { data: { AcroForm: { data: Record<string, unknown> & { Fields: Reference[] } } } }
  _font: { ref(): Reference }
  page: { annotations: Reference[] }
}

/** Bits of a field's flags, of PDF 1.7, 12.7. */
const flags = { required: 1 << 1, manyLines: 1 << 12, radio: 1 << 15 }
const printed = 1 << 2

/** Size 0: as large as the field allows, smaller when much is written, so that paper shows all of it. */
const textFont = `/${answerFontName} 0 Tf 0.05 0.1 0.12 rg`
const markFont = '/ZaDb 0 Tf 0 g'
/** For a viewer that draws boxes and rings anew: an edge of ink on white. */
const edge = { Type: 'Border', W: 0.8, S: 'S' }
const framed = { BC: [0.106, 0.165, 0.18], BG: [1] }

/**
 * The fields of the document. Each brings its appearance along, so that no viewer has to make one before it shows the
 * form, and none asks to save a form that nobody has touched.
 */
export class AcroForm {
  readonly #doc: PDFKit.PDFDocument
  readonly #internals: Internals
  readonly #marks: Record<'box' | 'check' | 'ring' | 'dot', Reference>
  readonly #groups = new Map<string, { field: Reference; kids: Reference[] }>()

  constructor(doc: PDFKit.PDFDocument, font: Font) {
    this.#doc = doc
    this.#internals = doc as unknown as Internals
    doc.font('ZapfDingbats').initForm()
    const { data } = this.#internals._root.data.AcroForm
    data.DR = { Font: { [answerFontName]: answerFont(doc, font), ZaDb: this.#internals._font.ref() } }
    data.DA = new String(textFont)
    delete data.NeedAppearances
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
      ...named(widget),
      FT: 'Tx',
      Ff: (kind === 'lines' ? flags.manyLines : 0) | (required ? flags.required : 0),
      DA: new String(textFont),
      AP: { N: this.#appearance(widget.width, widget.height, '/Tx BMC EMC') },
    })
    this.#fields.push(field)
  }

  #checkbox(widget: Widget, structure: Structure): void {
    const field = this.#annotate(widget, structure, {
      ...named(widget),
      FT: 'Btn',
      V: 'Off',
      AS: 'Off',
      DA: new String(markFont),
      BS: edge,
      MK: { ...framed, CA: new String('4') },
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
      BS: edge,
      MK: { ...framed, CA: new String('l') },
      AP: { N: { Off: this.#marks.ring, [stateName(option)]: this.#marks.dot } },
    })
    group.kids.push(button)
  }

  /** Buttons of which one at most is on. */
  #group(widget: Widget) {
    const kids: Reference[] = []
    const field = this.#doc.ref({ ...named(widget), FT: 'Btn', Ff: flags.radio, V: 'Off', Kids: kids })
    this.#groups.set(widget.control.name, { field, kids })
    this.#fields.push(field)
    return { field, kids }
  }

  get #fields(): Reference[] {
    return this.#internals._root.data.AcroForm.data.Fields
  }

  #annotate({ x, y, width, height }: Rect, structParent: Structure, data: object): Reference {
    const options = { Subtype: 'Widget', F: printed, structParent, ...data }
    this.#doc.annotate(x, y, width, height, options as PDFKit.Mixins.AnnotationOption)
    const made = this.#internals.page.annotations.at(-1)
    if (!made) throw new Error('The page took no annotation.')
    return made
  }

  #appearance(width: number, height: number, drawing: string): Reference {
    const data = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} }
    const made = this.#doc.ref(data)
    made.end(drawing)
    return made
  }
}

function named({ control }: Widget) {
  return { T: new String(control.name), TU: new String(control.tooltip) }
}

/** A PDF name: letters, digits and hyphens need no escape. */
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

/** Four curves around the middle of the box. */
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
