import { expect, test } from 'vitest'
import { decode, readTable } from './read-table.ts'

const rowsOf = (text: string) => readTable(text).rows.map(({ cells }) => cells)

test('detects comma, semicolon or tab by the header, even if cells contain the others', () => {
  for (const sign of [',', ';', '\t']) {
    const text = `Name${sign}Address\n"Vang, Pa"${sign}"1 Elm; St, 2"\n`
    expect(readTable(text).header, sign).toEqual(['Name', 'Address'])
    expect(rowsOf(text), sign).toEqual([['Vang, Pa', '1 Elm; St, 2']])
  }
})

test('numbers rows like a spreadsheet, where blank rows count and quoted line breaks don’t', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['A,B', '1,"x', 'y"', '', ' , ', '2,z', ''].join(end)
    expect(readTable(text).rows).toEqual([
      { number: 2, cells: ['1', 'x\ny'] },
      { number: 5, cells: ['2', 'z'] },
    ])
  }
})

test('takes the delimiter from a first line "sep=;", which is not counted as a row', () => {
  for (const line of ['sep=;', 'SEP=;', '"sep=;"']) {
    expect(readTable(`${line}\r\nA;B,C,D\r\n1;2`), line).toEqual({
      header: ['A', 'B,C,D'],
      headingsRow: 1,
      rows: [{ number: 2, cells: ['1', '2'] }],
    })
  }
  expect(readTable('sep=|\nA|B\n1|2').header).toEqual(['A', 'B'])
  expect(() => readTable('sep=;\n')).toThrow('The file is empty.')
})

test('reads doubled quotation marks as one', () => {
  expect(rowsOf('A\n"say ""hi"""\n')).toEqual([['say "hi"']])
})

test('refuses unmatched quotation marks, an empty file and one without rows, with a sentence', () => {
  expect(() => readTable('A,B\n1,2\n3,"x\n4,5\n')).toThrow("The quotation marks in row 3 don't match")
  expect(() => readTable('A,B\n"x"y,2\n')).toThrow("The quotation marks in row 2 don't match")
  expect(() => readTable(' \n\n')).toThrow('The file is empty.')
  expect(() => readTable('A,B\n\n')).toThrow('The file has a header, but no row below it.')
})

test('refuses more than 500 columns', () => {
  const wide = (columns: number) => `${Array(columns).fill('x').join()}\n1`
  expect(readTable(wide(500)).header).toHaveLength(500)
  expect(() => readTable(wide(200_000))).toThrow(
    'The file has 200,000 columns, and can have 500. Delete those that are not needed.',
  )
})

test('reads UTF-8 with and without a byte order mark, UTF-16 with one, and windows-1252', () => {
  const text = 'Zoë'
  const withMark = Buffer.from(`\ufeff${text}`)
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  expect(decode(Buffer.from(text))).toBe(text)
  expect(decode(withMark)).toBe(text)
  expect(decode(withMark, 'windows-1252')).toBe(text)
  expect(decode(utf16)).toBe(text)
  expect(decode(Buffer.from(utf16).swap16())).toBe(text)
  expect(decode(Buffer.from([0x5a, 0x6f, 0xeb, 0x20, 0x80]), 'windows-1252')).toBe('Zoë €')
})

test('rejects a file in another encoding, and says what to do', () => {
  expect(() => decode(Buffer.from([0x5a, 0x6f, 0xeb]))).toThrow(
    'The file is not written in UTF-8. Save it in Excel as "CSV UTF-8", or choose the encoding of the program that it comes from.',
  )
  expect(() => decode(Buffer.from('PK\u0003\u0004…'))).toThrow('This is a workbook, not a CSV file.')
  expect(() => decode(Buffer.from('Zoe', 'utf16le'))).toThrow('This is not a text file.')
})

test('refuses UTF-8 beyond ASCII as windows-1252; plain ASCII is read', () => {
  expect(() => decode(Buffer.from('José'), 'windows-1252')).toThrow(
    'The file is written in UTF-8. Choose that encoding.',
  )
  expect(decode(Buffer.from('Jose'), 'windows-1252')).toBe('Jose')
})
