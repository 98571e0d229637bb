import { jsPDF } from 'jspdf'
import { expect, test } from 'vitest'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { splitName } from '#portal/contact-messages/contact-messages-screen.tsx'
import { isFromRight } from '#portal/contact-messages/line-images.ts'
import { makeCsv } from '#portal/contact-messages/make-csv.ts'
import { createPdfTable } from '#portal/contact-messages/pdf-table.ts'
import { linesOf, printable } from '#portal/contact-messages/pdf-text.ts'
import { readCsv } from '#test/support/csv-reader.ts'

const message = (fields: Partial<ContactMessage>): ContactMessage => ({
  _id: 'a',
  id: 'a',
  name: 'Amina',
  email: 'amina@example.org',
  message: 'Help',
  receivedAt: new Date(2026, 2, 5, 9, 4, 5).toISOString(),
  readAt: null,
  ...fields,
})

async function written(messages: ContactMessage[]) {
  const order = { messages, filters: { search: '', from: undefined, to: undefined } }
  const file = await makeCsv({ ...order, signal: new AbortController().signal, onProgress() {} })
  return { type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}

test('writes a CSV with byte order mark, header, every value quoted, quotes doubled and CRLF [T133]', async () => {
  const { bytes, type } = await written([
    message({ name: 'O"Neil, "Bo"', message: 'One\nTwo, "three"\n' }),
    message({ name: 'Nguyễn 🙂' }),
  ])
  expect(type).toBe('text/csv;charset=utf-8')
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  expect(text).toBe(
    '"Name","Email","Message","Received At"\r\n' +
      '"O""Neil, ""Bo""","amina@example.org","One\nTwo, ""three""\n","2026-03-05 09:04:05"\r\n' +
      '"Nguyễn 🙂","amina@example.org","Help","2026-03-05 09:04:05"\r\n',
  )
})

const formulas = [
  ...['=1+1', '=HYPERLINK("http://evil.example","x")', '+1 612 555 0100', '-2+3', '@SUM(A1)'],
  ...['\tcmd', '\r=1', '\n=1', '  =1+1', '"=1+1', "' =1", '“=1', '\u200b=1', '\u00a0=1'],
  ...['＝1+1', '＋1', '－1', '＠A'],
]
const harmless = ['Anna', '1 + 1 = 2', 'a@b', '', '(+1)', 'Ñ=']

test('escapes values that a spreadsheet would evaluate, and no others [T244]', async () => {
  const texts = [...formulas, ...harmless]
  const { bytes } = await written(texts.map((text) => message({ name: text, email: text, message: text })))
  const [, ...rows] = readCsv(new TextDecoder().decode(bytes))
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ...formulas.map((text) => [`'${text}`, `'${text}`, `'${text}`]),
    ...harmless.map((text) => [text, text, text]),
  ])
})

test('writes thousands of messages in chunks, and can be canceled between them', async () => {
  const messages = Array.from({ length: 5_000 }, (_, number) => message({ name: `Sender ${number}` }))
  const { bytes } = await written(messages)
  expect(readCsv(new TextDecoder().decode(bytes))).toHaveLength(5_001)
  const control = new AbortController()
  const filters = { search: '', from: undefined, to: undefined }
  const order = { messages, filters, signal: control.signal, onProgress: () => control.abort() }
  await expect(makeCsv(order)).rejects.toThrow()
})

test.each([
  ['Amina Yusuf', 'Amina', 'Yusuf'],
  ['  Ana  María   de la Cruz ', 'Ana María de la', 'Cruz'],
  ['amina', 'amina', ''],
  ['', '', ''],
])('splits the name %j into %j and %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})

/** A font of every letter below U+0500, each half as wide as its size. */
const has = (letter: string) => letter.length === 1 && letter >= ' ' && letter < '\u0500'
const measure = { widthOf: (text: string) => Array.from(text).length / 2 }

test('prints a paragraph as text only if the font has all its letters', () => {
  expect(printable('a\u200bb\ufe0f', has)).toBe('ab')
  expect(printable('Zoë 👩‍👩‍👧‍👦!', has)).toBeUndefined()
})

test('breaks lines at spaces, and long words where needed, but never within a character', () => {
  expect(linesOf('one two three', 4, measure)).toEqual(['one two', 'three'])
  expect(linesOf('', 4, measure)).toEqual([''])
  expect(linesOf('abcdefghijkl mn', 2, measure)).toEqual(['abcd', 'efgh', 'ijkl', 'mn'])
  expect(linesOf('ab abcdefgh', 2, measure)).toEqual(['ab', 'abcd', 'efgh'])
  expect(linesOf('ab@cde.fg', 3.5, measure)).toEqual(['ab@', 'cde.fg'])
  expect(linesOf('ab@cde.fghijkl', 3.5, measure)).toEqual(['ab@cde.', 'fghijkl'])
  expect(linesOf('xxx👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 4, measure)).toEqual(['xxx', '👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'])
})

test.each([
  ['مرحبا', true],
  ['"123 שלום, Anna', true],
  ['Anna مرحبا', false],
  ['ሰላም', false],
  ['🙂', false],
])('detects the direction of %j: %j', (text, expected) => {
  expect(isFromRight(text)).toBe(expected)
})

test('writes a PDF on US Letter, with a margin of an inch on every side of each page [T134]', () => {
  const doc = new jsPDF({ unit: 'pt', format: 'letter' })
  const pen = { ...measure, draw: () => ({ address: '', width: 0, height: 0 }) }
  const paper = createPdfTable(doc, pen)
  paper.head('Contact messages', [])
  for (let row = 0; row < 200; row += 1) paper.row([['Amina'], ['amina@example.org'], ['Help'], ['Today']])
  paper.foot(measure)
  expect(doc.getNumberOfPages()).toBeGreaterThan(3)
  const { width, height } = doc.internal.pageSize
  expect([width, height]).toEqual([612, 792])
  const places = [...doc.output().matchAll(/^([\d.]+) ([\d.]+) (?:Td|m|l)\b/gm)]
  expect(places.length).toBeGreaterThan(1000)
  const [across, upwards] = [1, 2].map((part) => places.map((place) => Number(place[part])))
  expect([Math.min(...(across ?? [])), Math.max(...(across ?? []))]).toEqual([72, width - 72])
  expect(Math.min(...(upwards ?? []))).toBeGreaterThanOrEqual(72)
  expect(Math.max(...(upwards ?? []))).toBeLessThanOrEqual(height - 72)
})
