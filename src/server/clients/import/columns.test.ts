import { expect, test } from 'vitest'
import { assertRequiredColumns, describeMap, mapColumns } from './columns.ts'
import type { Table } from './read-table.ts'

const usual = ['First name', 'Last name', 'DOB', 'Phone', 'E-mail', 'Address', 'Status', 'Service']

test('recognizes headings whatever their case, accents, spaces and punctuation', () => {
  const headings = [
    'GIVEN_NAME',
    'Súrname',
    ' date-of birth',
    'Cell Phone',
    'email address',
    'Street',
    'Program',
  ]
  expect(mapColumns(headings)).toEqual({
    'first name': 0,
    'last name': 1,
    'date of birth': 2,
    phone: 3,
    email: 4,
    address: 5,
    service: 6,
  })
})

test.for([
  ['pmi', ['PMI', 'PMI #', 'pmi_number', 'MHCP ID']],
  ['county', ['County', 'County of financial responsibility', 'CFR']],
] as const)('recognizes headings for %s [T1205]', ([field, headings]) => {
  for (const heading of headings) expect(mapColumns([...usual, heading])[field], heading).toBe(8)
})

test('lets --map override a heading, and leave a column out with "Column="', () => {
  const header = [...usual, 'Mobile', 'Aufnahme']
  const map = mapColumns(header, ['mobile=phone', 'Aufnahme=firstName', 'Status='])
  expect(map).toMatchObject({ phone: 8, 'first name': 9 })
  expect(map.status).toBeUndefined()
})

test('refuses two columns for the same field until --map names one', () => {
  expect(() => mapColumns([...usual, 'Mobile'])).toThrow(
    'Two columns look like the field "phone": "Phone" and "Mobile". Say which: --map "Phone=phone"',
  )
  expect(mapColumns([...usual, 'Mobile'], ['Phone=phone']).phone).toBe(3)
  expect(() => mapColumns([...usual, 'phone'])).toThrow('The file has several columns "Phone". Rename one.')
  expect(() => mapColumns(usual, ['Phone=phone', 'Status=phone'])).toThrow(
    '--map names two columns for the field "phone".',
  )
})

test('prefers two columns of names to one, unless --map says otherwise', () => {
  const header = ['Client', ...usual]
  expect(mapColumns(header).name).toBeUndefined()
  const map = mapColumns(header, ['Client=name'])
  expect([map.name, map['first name'], map['last name']]).toEqual([0, undefined, undefined])
  expect(mapColumns(['Client', ...usual.slice(1)]).name).toBe(0)
  expect(() => mapColumns(header, ['Client=name', 'First name=first name'])).toThrow('Keep one.')
})

test('refuses a --map that fits no column or field, and lists what there is', () => {
  expect(() => mapColumns(usual, ['Phone'])).toThrow('--map must be written "Column=field", not "Phone".')
  expect(() => mapColumns(['A', 'B'], ['Handy=phone'])).toThrow(
    '--map names a column "Handy"; the file has "A", "B".',
  )
  expect(() => mapColumns(usual, ['Phone=telegram'])).toThrow(
    '--map names a field "telegram"; the fields are first name, last name, date of birth, phone,',
  )
})

test('names each missing column and how to map it; a status is optional', () => {
  const refuse = (header: string[], ...more: string[][]) => {
    const [first = [], ...rest] = more
    const rows = [first, ...rest].map((cells, index) => ({ number: index + 2, cells }))
    assertRequiredColumns(mapColumns(header), { header, rows } as Table)
  }
  expect(() => refuse(['First', 'Status', 'Phone', 'Mail', 'Address', 'Service'])).toThrow(
    'No column looks like the field "last name". Say which one it is: --map "Column=last name"\n' +
      'No column looks like the field "date of birth". Say which one it is: --map "Column=date of birth"',
  )
  expect(() => refuse(usual.filter((name) => name !== 'Status'))).not.toThrow()
  expect(() => refuse(['Name', ...usual.slice(2)])).not.toThrow()
  expect(() => refuse(['Clients of 2026', ''], ['', ''], usual)).toThrow(
    'The file begins with "Clients of 2026"; the headings of the columns seem to be in row 3. ' +
      'Delete the rows above it and import the file again.',
  )
})

test('shows the field and the first row’s value of each column', () => {
  const header = ['Full name', 'Birthday', 'Shoe\u001b size', '']
  const cells = ['3/5/1984', ' Ana\u001b Cruz ', '']
  expect(describeMap({ header, rows: [{ number: 3, cells }] }, mapColumns(header))).toBe(
    [
      'Columns, and what row 3 has in them:',
      '  Full name        →  name           3/5/1984',
      '  Birthday         →  date of birth  Ana\\u{1b} Cruz',
      '  Shoe\\u{1b} size  →  (ignored)      (empty)',
      '  (no heading)     →  (ignored)      (empty)',
      '  There is no status column: clients are added without a status.',
    ].join('\n'),
  )
})
