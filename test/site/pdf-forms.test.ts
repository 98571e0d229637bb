import {
  decodePDFRawStream,
  PDFArray,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  type PDFField,
  PDFName,
  type PDFPage,
  PDFRadioGroup,
  PDFRawStream,
  PDFRef,
  PDFTextField,
} from 'pdf-lib'
import PDFDocumentWriter from 'pdfkit'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Control } from '#contract/forms/controls.ts'
import type { Form } from '#contract/forms/form.ts'
import { forms } from '#contract/forms/forms.en.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { makeForm } from '#server/forms/make-forms.ts'
import { labelHeight, rowHeight, tableHeights } from '#server/forms/measure-form.ts'
import { column } from '#server/forms/sheet.ts'
import { Typeface } from '#server/forms/typeface.ts'
import { controlsOf } from '#test/support/form-controls.ts'
import { organization } from '#test/support/outgoing-mail.ts'
import { dictOf, inOrder, parentOf, readPdf, structureOf, textOf } from './written-pdf.ts'

const fonts = 'src/server/forms/fonts'
const first = forms[0] as Form

/** The longest values that an operator may enter, with letters of several alphabets. */
const long: Partial<Organization> = {
  name: 'Thông Cảm & Łódź Street Housing Stabilization and Relocation Services of Minnesota',
  address: Array.from({ length: 5 }, (_, line) =>
    `${line} ${'Northwestern Boulevard '.repeat(5)}`.slice(0, 100),
  ),
}

describe.each(forms)('$title', (form) => {
  const controls = controlsOf(form)
  let content: Buffer
  let pdf: PDFDocument
  let overflows: string[]
  let written: string
  beforeAll(async () => {
    const write = vi.spyOn(Typeface.prototype, 'write')
    ;({ content, overflows } = await makeForm(form, organization, fonts))
    written = write.mock.calls.map(([text]) => text).join('')
    write.mockRestore()
    pdf = await readPdf(content)
  })

  test('is two US Letter pages on which everything fits, in few bytes', async () => {
    const letter = { width: 612, height: 792 }
    expect(pdf.getPages().map((page) => page.getSize())).toEqual([letter, letter])
    expect(overflows).toEqual([])
    expect(content.length).toBeLessThan(150_000)
    // Under the longest letterhead, too.
    const made = await makeForm(form, { ...organization, ...long }, fonts)
    expect(made.overflows).toEqual([])
    expect((await readPdf(made.content)).getPageCount()).toBe(2)
    expect(made.content.equals(content)).toBe(false)
  })

  test('has title, language and tags, and tabs in reading order', () => {
    expect(pdf.getTitle()).toBe(form.title)
    expect(textOf(pdf.catalog, 'Lang')).toBe('en-US')
    const flag = (...keys: [string, string]) => String(dictOf(pdf.catalog, keys[0]).get(PDFName.of(keys[1])))
    expect(flag('MarkInfo', 'Marked')).toBe('true')
    expect(flag('ViewerPreferences', 'DisplayDocTitle')).toBe('true')
    for (const page of pdf.getPages()) expect(String(page.node.get(PDFName.of('Tabs')))).toBe('/S')
    expect(dictOf(pdf.catalog, 'AcroForm').has(PDFName.of('NeedAppearances'))).toBe(false)
  })

  test('holds no script', () => {
    expect(String(pdf.catalog)).not.toMatch(/JavaScript|OpenAction|\/AA/)
    for (const [, object] of pdf.context.enumerateIndirectObjects()) {
      expect(String(object)).not.toMatch(/\/JavaScript|\/JS /)
    }
  })

  test('has every field of the form, with its name and tooltip, in order', () => {
    const fields = pdf.getForm().getFields()
    const tooltips = fields.map((field) => [field.getName(), textOf(field.acroField.dict, 'TU')])
    expect(tooltips).toEqual(controls.map(({ name, tooltip }) => [name, tooltip]))
    for (const [place, field] of fields.entries()) {
      expect(field.isRequired(), field.getName()).toBe(controls[place]?.required)
    }
  })

  test('has a structure of title, sections and fields in reading order [T238]', () => {
    const elements = inOrder(structureOf(pdf))
    const count = (role: string) => elements.filter((element) => element.role === role).length
    expect([count('Document'), count('H1')]).toEqual([1, 1])
    // One more says how to send it.
    const sections = form.sections.length + 1
    expect([count('Sect'), count('H2')]).toEqual([sections, sections])
    const annotations = elements
      .filter(({ role }) => role === 'Form')
      .flatMap((element) => element.annotations)
    expect([...new Set(annotations.map(fieldName))]).toEqual(controls.map(({ name }) => name))
    expect(annotations).toEqual(widgetsOf(pdf))
    for (const element of elements.filter(({ role }) => role === 'Form')) {
      for (const annotation of element.annotations) expect(parentOf(pdf, annotation)).toBe(element.dict)
    }
    const tables = form.sections.flatMap(({ rows }) => rows.flat()).filter(({ kind }) => kind === 'table')
    expect(count('Table')).toBe(tables.length)
  })

  test('keeps words apart in its structure that are on two lines or in two columns', () => {
    const notices = form.sections.flatMap(({ notice }) => notice ?? [])
    expect(notices.filter((notice) => !written.includes(notice))).toEqual([])
    expect(written).toContain('Date of birth MM/DD/YYYY')
    expect(written).toContain(
      'How to send this formMail it to 100 Example Avenue, Suite 200, Minneapolis, MN 55401, or fax it to (612) 555-0143.',
    )
  })

  test('has no letter below 11 points, and 24 points for each line of handwriting [T616]', async () => {
    const sizes = pdf.getPages().flatMap((page) => {
      const contents = page.node.Contents()
      if (!(contents instanceof PDFRawStream)) throw new Error('The page is empty.')
      const operators = Buffer.from(decodePDFRawStream(contents).decode()).toString('latin1')
      return [...operators.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size))
    })
    expect(sizes.length).toBeGreaterThan(50)
    expect(Math.min(...sizes)).toBe(11)
    const type = new Typeface(new PDFDocumentWriter(), fonts)
    const still = { lines: 0, other: 0 }
    for (const row of form.sections.flatMap(({ rows }) => rows)) {
      for (const field of row) {
        if (field.kind === 'table')
          for (const height of tableHeights(field, field.width * column, type).rows)
            expect(height, field.label).toBeGreaterThanOrEqual(24)
        if (field.kind === 'text' || field.kind === 'date' || field.kind === 'lines')
          expect(
            rowHeight(row, still, type) - labelHeight(field, field.width * column, type),
            field.label,
          ).toBeGreaterThanOrEqual(24 * (field.kind === 'lines' ? field.lines : 1))
      }
    }
  })

  test('shrinks typed text to its field, so that nothing is cut off in print', () => {
    for (const field of pdf.getForm().getFields()) {
      if (!(field instanceof PDFTextField)) continue
      expect(textOf(field.acroField.dict, 'DA'), field.getName()).toMatch(/^\/\w+ 0 Tf /)
    }
  })

  test('has its fields on the page, high enough to write in, without overlaps', () => {
    const boxes = boxesOf(pdf)
    for (const { name, text, x, y, width, height } of boxes) {
      expect(x >= 30 && y >= 26 && x + width <= 582 && y + height <= 766, name).toBe(true)
      expect(height, name).toBeGreaterThanOrEqual(text ? 14 : 10)
    }
    const over = boxes.filter((a, place) => boxes.slice(place + 1).some((b) => overlap(a, b)))
    expect(over.map(({ name }) => name)).toEqual([])
  })

  test('can be filled in, saved, and read again [T237]', async () => {
    const filled = await readPdf(content)
    for (const field of filled.getForm().getFields()) fill(field)
    const again = await readPdf(await filled.save())
    for (const control of controls) {
      expect(answerIn(again.getForm().getField(control.name)), control.name).toBe(expectedAnswer(control))
    }
  })
})

test('is the same when it is made again at another time', async () => {
  const { content } = await makeForm(first, organization, fonts)
  vi.useFakeTimers({ now: new Date('2036-02-29T12:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect((await makeForm(first, organization, fonts)).content.equals(content)).toBe(true)
})

test('names what does not fit', async () => {
  const title = 'A title that nobody would read to its end. '.repeat(5).trim()
  const wide = await makeForm({ ...first, title }, organization, fonts)
  expect(wide.overflows).toContainEqual(expect.stringMatching(/^“A title .* is [\d.]+ points too long\.$/))
  const sections = [
    ...first.sections,
    ...first.sections.map((section) => ({ ...section, id: `${section.id}-again` })),
  ]
  const high = await makeForm({ ...first, sections }, organization, fonts)
  expect(high.overflows).toEqual([
    expect.stringMatching(/^Sheet 1 is .* too short\.$/),
    expect.stringMatching(/^Sheet 2 is .* too short\.$/),
  ])
})

const answer = 'Hodan Example'

function fill(field: PDFField): void {
  if (field instanceof PDFTextField) field.setText(answer)
  if (field instanceof PDFCheckBox) field.check()
  if (field instanceof PDFRadioGroup) field.select(field.getOptions()[0] ?? '')
}

function answerIn(field: PDFField) {
  if (field instanceof PDFTextField) return field.getText()
  if (field instanceof PDFCheckBox) return field.isChecked()
  return field instanceof PDFRadioGroup ? field.getSelected() : undefined
}

function expectedAnswer({ kind, options }: Control) {
  if (kind === 'checkbox') return true
  if (kind !== 'choice') return answer
  return options[0]?.toLowerCase().replaceAll(' ', '-')
}

function boxesOf(pdf: PDFDocument) {
  return pdf.getPages().flatMap((page, number) =>
    widgetsOn(page).map((widget) => ({
      name: fieldName(widget),
      page: number,
      text: widget.has(PDFName.of('FT')) && String(widget.get(PDFName.of('FT'))) === '/Tx',
      ...widget.lookup(PDFName.of('Rect'), PDFArray).asRectangle(),
    })),
  )
}

type Box = ReturnType<typeof boxesOf>[number]

function overlap(a: Box, b: Box): boolean {
  const apart = 0.01
  return (
    a.page === b.page &&
    a.x + a.width > b.x + apart &&
    b.x + b.width > a.x + apart &&
    a.y + a.height > b.y + apart &&
    b.y + b.height > a.y + apart
  )
}

function widgetsOf(pdf: PDFDocument): PDFDict[] {
  return pdf.getPages().flatMap(widgetsOn)
}

function widgetsOn(page: PDFPage): PDFDict[] {
  const annotations = page.node.Annots()?.asArray() ?? []
  return annotations.map((annotation) =>
    annotation instanceof PDFRef ? page.doc.context.lookup(annotation, PDFDict) : (annotation as PDFDict),
  )
}

function fieldName(annotation: PDFDict): string | undefined {
  return textOf(annotation, 'T') ?? textOf(dictOf(annotation, 'Parent'), 'T')
}
