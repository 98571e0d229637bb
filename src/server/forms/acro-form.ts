import { answerFont, answerFontName } from './answer-font.ts'
import type { Rect, Widget } from './layout.ts'
import { markAppearances } from './marks.ts'

type Structure = PDFKit.PDFStructureElement
type Reference = PDFKit.PDFKitReference

/** What pdfkit keeps to itself and a form with appearances of its own needs. */
interface Insides {
  _root: { data: { AcroForm: { data: Record<string, unknown> & { Fields: Reference[] } } } }
  _font: { ref(): Reference }
  page: { annotations: Reference[] }
}

/** Buttons of which one at most is on. */
interface Group {
  field: Reference
  kids: Reference[]
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
  readonly #inside: Insides
  readonly #marks: ReturnType<typeof markAppearances>
  readonly #blanks = new Map<string, Reference>()
  readonly #groups = new Map<string, Group>()

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
    this.#inside = doc as unknown as Insides
    doc.font('ZapfDingbats').initForm()
    const { data } = this.#inside._root.data.AcroForm
    data.DR = { Font: { [answerFontName]: answerFont(doc), ZaDb: this.#inside._font.ref() } }
    data.DA = new String(textFont)
    delete data.NeedAppearances
    this.#marks = markAppearances(doc)
  }

  add(widget: Widget, structure: Structure): void {
    const { kind } = widget.control
    if (kind === 'choice') this.#radio(widget, structure)
    else if (kind === 'checkbox') this.#checkbox(widget, structure)
    else this.#text(widget, structure, kind === 'lines')
  }

  #text(widget: Widget, structure: Structure, manyLines: boolean): void {
    const field = this.#annotate(widget, structure, {
      ...named(widget),
      FT: 'Tx',
      Ff: (manyLines ? flags.manyLines : 0) | (widget.control.required ? flags.required : 0),
      DA: new String(textFont),
      AP: { N: this.#blank(widget) },
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

  #group(widget: Widget): Group {
    const kids: Reference[] = []
    const field = this.#doc.ref({ ...named(widget), FT: 'Btn', Ff: flags.radio, V: 'Off', Kids: kids })
    this.#groups.set(widget.control.name, { field, kids })
    this.#fields.push(field)
    return { field, kids }
  }

  get #fields(): Reference[] {
    return this.#inside._root.data.AcroForm.data.Fields
  }

  #annotate({ x, y, width, height }: Rect, structParent: Structure, data: object): Reference {
    const options = { Subtype: 'Widget', F: printed, structParent, ...data }
    this.#doc.annotate(x, y, width, height, options as PDFKit.Mixins.AnnotationOption)
    const made = this.#inside.page.annotations.at(-1)
    if (!made) throw new Error('The page took no annotation.')
    return made
  }

  /** What an empty field looks like; one for each size. */
  #blank({ width, height }: Rect): Reference {
    const size = `${width.toFixed(1)} ${height.toFixed(1)}`
    const known = this.#blanks.get(size)
    if (known) return known
    const made = this.#doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: {},
    })
    made.end('/Tx BMC EMC')
    this.#blanks.set(size, made)
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
