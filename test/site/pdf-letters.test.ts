import { create, type Font } from 'fontkit'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFRawStream,
  PDFTextField,
} from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.en.ts'
import { missingLetters } from '#server/forms/letterhead.ts'
import { makeForm } from '#server/forms/make-forms.ts'
import { openFont } from '#server/forms/typeface.ts'
import { organization } from '#test/support/outgoing-mail.ts'
import { dictOf, readPdf, textOf } from './written-pdf.ts'

/* Which letters the PDF forms can show: those of their letterhead, and those that people type into them. */

const fonts = 'src/server/forms/fonts'

describe('a letterhead', () => {
  test('with letters that the typeface lacks is reported by field and letter, and no other', async () => {
    const name = 'Thông Cảm, Łódź, Ñandú, Дом & Σπίτι'
    expect(await missingLetters({ ...organization, name }, fonts)).toEqual([])
    const other = { ...organization, name: 'Home 家家', address: ['1 Main', 'Haɓe ƙasa'] }
    expect(await missingLetters(other, fonts)).toEqual([
      'The field name has letters that the PDF forms cannot show and print as “?”: 家 (U+5BB6). The website shows them.',
      'The field address[2] has letters that the PDF forms cannot show and print as “?”: ƙ (U+0199). The website shows them.',
    ])
  })
})

describe('what people type into a form', () => {
  const names = [
    'Nguyễn Thị Hồng Đào',
    'Żółć Łódź',
    'José Ñandú',
    'Siân ʻŌkina',
    'Дом Ґанок',
    'O’Brien – “Jo”',
  ]
  let pdf: PDFDocument
  let font: PDFDict
  let letters: PDFDict
  beforeAll(async () => {
    const [form] = forms
    if (!form) throw new Error('There is no form.')
    pdf = await readPdf((await makeForm(form, organization, fonts)).content)
    const [name = ''] = /(?<=\/)\w+/.exec(textOf(dictOf(pdf.catalog, 'AcroForm'), 'DA') ?? '') ?? []
    font = dictOf(pdf.catalog, 'AcroForm', 'DR', 'Font', name)
    letters = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict)
  })

  test('is set in an embedded font with the letters of their names', () => {
    const known = knownLetters(streamOf(font, 'ToUnicode').toString('latin1'))
    const glyphs = streamOf(letters, 'CIDToGIDMap')
    const embedded = create(streamOf(dictOf(letters, 'FontDescriptor'), 'FontFile2')) as Font
    const whole = openFont(fonts)
    for (const letter of names.join('').normalize('NFC')) {
      const code = letter.codePointAt(0) ?? 0
      expect(known.has(code), letter).toBe(true)
      const glyph = glyphs.readUInt16BE(2 * code)
      const drawn = embedded.getGlyph(glyph).path.toSVG()
      expect(drawn, letter).toBe(whole.glyphForCodePoint(code).path.toSVG())
      expect(drawn !== '' || letter === ' ', letter).toBe(true)
    }
    expect(known.has(0x5bb6)).toBe(false)
  })

  test('uses that font in every field', () => {
    const fields = pdf.getForm().getFields()
    const fonts = fields
      .filter((field) => field instanceof PDFTextField)
      .map((field) => /^\/\w+/.exec(textOf(field.acroField.dict, 'DA') ?? '')?.[0])
    expect(new Set(fonts)).toEqual(new Set(['/Wingdings']))
    expect(String(pdf.catalog)).not.toContain('Helvetica')
  })

  test('leaves checkboxes a border where a viewer redraws them', () => {
    const boxes = pdf
      .getForm()
      .getFields()
      .filter((field) => !(field instanceof PDFTextField))
    for (const widget of boxes.flatMap((field) => field.acroField.getWidgets())) {
      expect(dictOf(widget.dict, 'MK').has(PDFName.of('BC'))).toBe(true)
      expect(widget.dict.has(PDFName.of('BS'))).toBe(true)
    }
  })
})

function streamOf(dict: PDFDict, key: string): Buffer {
  const stream = dict.lookup(PDFName.of(key))
  if (!(stream instanceof PDFRawStream)) throw new Error(`${key} is no stream.`)
  return Buffer.from(decodePDFRawStream(stream).decode())
}

/** The character codes in the ranges of a CMap that maps each to itself. */
function knownLetters(map: string): Set<number> {
  const known = new Set<number>()
  for (const [, from = '', to = '', means] of map.matchAll(/^<(\w{4})> <(\w{4})> <(\w{4})>$/gm)) {
    expect(means).toBe(from)
    for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) known.add(code)
  }
  return known
}
