import { expect, test } from 'vitest'
import { mapColumns } from './column-map.ts'
import { readRow } from './read-row.ts'

const header = ['First', 'Last', 'DOB', 'Phone', 'Mail', 'Street', 'City', 'Status', 'Service']
const good = ['Ana', 'Cruz', '1984-03-05', '6125550142', 'a@example.org', '1 Elm St', 'Ely', '', 'Consultant']

function read(changes: Record<string, string>, more: string[] = []) {
  const cells = [...header.map((heading, column) => changes[heading] ?? good[column] ?? ''), ...more]
  const read = readRow(
    { number: 7, cells },
    { map: mapColumns(header), width: header.length, today: '2026-06-15' },
  )
  const found = 'mistakes' in read ? read.mistakes : read.doubts
  return found.map(({ field, reason }) => `${field ?? 'row'}: ${reason}`)
}

test('an error of the spreadsheet is refused in any column, and is its field’s only mistake', () => {
  const errors = [
    '#N/A',
    '#REF!',
    '#VALUE!',
    '#NAME?',
    '#DIV/0!',
    '#NULL!',
    '#NUM!',
    '#SPILL!',
    '#CALC!',
    ' ##### ',
  ]
  for (const error of [...errors, '#n/a', '#¡VALOR!', '#']) {
    expect(read({ Last: error }), error).toEqual(['last name: The spreadsheet shows an error here'])
  }
  expect(read(Object.fromEntries(header.map((name) => [name, '#N/A'])))).toEqual(
    [
      'first name',
      'last name',
      'date of birth',
      'phone',
      'email',
      'address',
      'city',
      'status',
      'service',
    ].map((field) => `${field}: The spreadsheet shows an error here`),
  )
})

test('a number sign in an address is no error', () => {
  expect(read({ Street: '1 Elm St #4', City: '#4' })).toEqual([])
})

test('a column that is not taken may hold an error', () => {
  const map = mapColumns(header, ['City='])
  const cells = good.with(6, '#N/A')
  expect(readRow({ number: 7, cells }, { map, width: 9, today: '2026-06-15' })).toHaveProperty('input')
})

test('a text that begins like a formula is doubted, not refused; a dash alone stands for nothing', () => {
  for (const text of ['=1+1', '+Ana', '-Ana', ' @Ana']) {
    expect(read({ First: text, City: text }), text).toEqual(
      ['first name', 'city'].map((field) => `${field}: This begins like a formula; it is imported as text`),
    )
  }
  expect(read({ City: '-', Phone: '+1 612 555 0142' })).toEqual([])
})

test('surplus cells hide no other mistakes; where cells are missing nothing else is said', () => {
  expect(read({ First: '', DOB: '3/5/84' }, ['more'])).toEqual([
    'row: The row has 10 cells, the header has 9',
    'first name: First name is required',
    'date of birth: Write the year with four digits',
  ])
  const short = readRow(
    { number: 7, cells: ['', 'Cruz'] },
    { map: mapColumns(header), width: 9, today: '2026-06-15' },
  )
  expect(short).toEqual({ row: 7, mistakes: [{ row: 7, reason: 'The row has 2 cells, the header has 9' }] })
})
