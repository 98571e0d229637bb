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
import type { Organization } from '#contract/organization/schema.ts'
import { fontOf } from '#server/forms/font-files.ts'
import { joinFonts } from '#server/forms/join-fonts.ts'
import { lettersOfFont } from '#server/forms/letters-of-font.ts'
import { makeForm } from '#server/forms/make-form.ts'
import { missingLetters } from '#server/forms/missing-letters.ts'
import { tableOf } from '#server/forms/open-type.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { dictOf, readPdf, textOf } from './written-pdf.ts'

/* Which letters the PDF forms can show: those of their letterhead, and those that people type into them. */

let organization: Organization
beforeAll(async () => {
  organization = await readOrganization('organization/organization.json')
})

describe('a letterhead', () => {
  test('of letters that the typeface has is taken without a word', () => {
    expect(missingLetters(organization)).toEqual([])
    expect(missingLetters({ ...organization, name: 'Thông Cảm, Łódź, Ñandú, Дом & Σπίτι' })).toEqual([])
  })

  test('with letters that it lacks is told so, by field and letter', () => {
    expect(missingLetters({ ...organization, name: 'Home 家家', address: ['1 Main', 'Haɓe ƙasa'] })).toEqual([
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
    pdf = await readPdf((await makeForm(form, organization)).content)
    const [name = ''] = /(?<=\/)\w+/.exec(textOf(dictOf(pdf.catalog, 'AcroForm'), 'DA') ?? '') ?? []
    font = dictOf(pdf.catalog, 'AcroForm', 'DR', 'Font', name)
    letters = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict)
  })

  test('is set in a font that is in the file and has the letters of their names', () => {
    const known = knownLetters(streamOf(font, 'ToUnicode').toString('latin1'))
    const glyphs = streamOf(letters, 'CIDToGIDMap')
    const count = tableOf(streamOf(dictOf(letters, 'FontDescriptor'), 'FontFile2'), 'maxp').readUInt16BE(4)
    for (const letter of names.join('').normalize('NFC')) {
      const code = letter.codePointAt(0) ?? 0
      expect(known.has(code), letter).toBe(true)
      const glyph = glyphs.readUInt16BE(2 * code)
      expect(glyph > 0 && glyph < count, letter).toBe(true)
    }
    expect(known.has(0x5bb6)).toBe(false)
  })

  test('has that font in every field', () => {
    const fields = pdf.getForm().getFields()
    const fonts = fields
      .filter((field) => field instanceof PDFTextField)
      .map((field) => /^\/\w+/.exec(textOf(field.acroField.dict, 'DA') ?? '')?.[0])
    expect(new Set(fonts)).toEqual(new Set(['/Wingdings']))
    expect(String(pdf.catalog)).not.toContain('Helvetica')
  })

  test('leaves the boxes an edge where a viewer draws them anew', () => {
    const boxes = pdf
      .getForm()
      .getFields()
      .filter((field) => !(field instanceof PDFTextField))
    for (const widget of boxes.flatMap((field) => field.acroField.getWidgets())) {
      expect(dictOf(widget.dict, 'MK').has(PDFName.of('BC'))).toBe(true)
      expect(widget.dict.has(PDFName.of('BS'))).toBe(true)
    }
  })

  test('does not make the file heavy', async () => {
    for (const form of forms)
      expect((await makeForm(form, organization)).content.length, form.title).toBeLessThan(150_000)
  })
})

test('letters of several font files are drawn in the joined one as they were, each as wide', () => {
  const files = ['latin', 'vietnamese', 'cyrillic'].map((alphabet) => fontOf(alphabet, 'regular'))
  const { font, letters } = joinFonts(files, (letter) => letter !== 0x41)
  expect(letters.has(0x41)).toBe(false)
  for (const [letter, { glyph, width }] of letters) {
    const file = files.find((one) => lettersOfFont(one).has(letter))
    const own = file && lettersOfFont(file).get(letter)
    if (!file || own === undefined) throw new Error(`No file has ${letter}.`)
    expect(drawn(font, glyph)).toEqual(drawn(file, own))
    const place = Math.min(own, tableOf(file, 'hhea').readUInt16BE(34) - 1)
    expect(width).toBe(tableOf(file, 'hmtx').readUInt16BE(4 * place))
  }
})

/** A glyph's outline without the numbers of its parts, and the outlines of those; fonts fill up to four bytes. */
function drawn(font: Buffer, glyph: number): string[] {
  const loca = tableOf(font, 'loca')
  const long = tableOf(font, 'head').readInt16BE(50) === 1
  const at = (place: number) => (long ? loca.readUInt32BE(4 * place) : 2 * loca.readUInt16BE(2 * place))
  const outline = Buffer.from(tableOf(font, 'glyf').subarray(at(glyph), at(glyph + 1)))
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [bare(outline)]
  const parts: string[] = []
  let flags = 1 << 5
  for (let place = 10; flags & (1 << 5); place += (flags & 1 ? 8 : 6) + 2 * scales(flags)) {
    flags = outline.readUInt16BE(place)
    parts.push(...drawn(font, outline.readUInt16BE(place + 2)))
    outline.writeUInt16BE(0, place + 2)
  }
  return [bare(outline), ...parts]
}

function scales(flags: number): number {
  if (flags & (1 << 7)) return 4
  if (flags & (1 << 6)) return 2
  return flags & (1 << 3) ? 1 : 0
}

function bare(outline: Buffer): string {
  return outline.toString('hex').replace(/(00)+$/, '')
}

function streamOf(dict: PDFDict, key: string): Buffer {
  const stream = dict.lookup(PDFName.of(key))
  if (!(stream instanceof PDFRawStream)) throw new Error(`${key} is no stream.`)
  return Buffer.from(decodePDFRawStream(stream).decode())
}

/** The codes of a CMap's ranges, which stand for the letters of the same number. */
function knownLetters(map: string): Set<number> {
  const known = new Set<number>()
  for (const [, from = '', to = '', means] of map.matchAll(/^<(\w{4})> <(\w{4})> <(\w{4})>$/gm)) {
    expect(means).toBe(from)
    for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) known.add(code)
  }
  return known
}
