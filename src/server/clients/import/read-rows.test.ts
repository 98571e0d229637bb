import { expect, test } from 'vitest'
import type { RecordField } from '#contract/record-field.ts'
import { mapColumns } from './columns.ts'
import { dateAdvice, dateReader } from './dates.ts'
import { joinAddress, readCell, readField, readName, readRows } from './read-rows.ts'

const workers = {
  byEmail: new Map([['amina@example.org', 'the id of Amina']]),
  byName: new Map([
    ['amina yusuf', 'the id of Amina'],
    ['omar ali', null],
  ]),
}

const readDate = dateReader([])

const header = ['First', 'Last', 'DOB', 'Phone', 'Mail', 'Street', 'City', 'Status', 'Service']
const good = ['Ana', 'Cruz', '1984-03-05', '6125550142', 'a@example.org', '1 Elm St', 'Ely', '', 'Consultant']

const readTable = (header: string[], cells: string[], map = mapColumns(header).map) =>
  readRows({ header, headingsRow: 1, rows: [{ number: 7, cells }] }, map, { today: '2026-06-15', workers })

/** What is refused in the row, or told about it. */
function findingsIn(cells: string[], map = mapColumns(header).map) {
  const { clients, wrong } = readTable(header, cells, map)
  return [
    ...wrong.map(({ isUnknown: _, ...finding }) => finding),
    ...clients.flatMap(({ warnings }) => warnings),
  ]
}

const readOne = (name: 'status' | 'service' | 'county', written: string) => readField(name, () => written)

function read(changes: Record<string, string>, more: string[] = []) {
  const cells = [...header.map((heading, column) => changes[heading] ?? good[column] ?? ''), ...more]
  return findingsIn(cells).map(({ field, reason }) => `${field ?? 'row'}: ${reason}`)
}

test('rejects a spreadsheet error in any column, as the only error of its field', () => {
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
    expect(read({ Last: error }), error).toEqual(['lastName: The spreadsheet shows an error here'])
  }
  expect(read(Object.fromEntries(header.map((name) => [name, '#N/A'])))).toEqual(
    ['firstName', 'lastName', 'dateOfBirth', 'phone', 'email', 'status', 'service', 'street', 'city'].map(
      (field) => `${field}: The spreadsheet shows an error here`,
    ),
  )
})

test('accepts a number sign in an address', () => {
  expect(read({ Street: '1 Elm St #4', City: '#4' })).toEqual([])
})

test('ignores an error in a column that is not taken', () => {
  const map = mapColumns(header, new Map([['City', null]])).map
  const cells = good.with(6, '#N/A')
  expect(findingsIn(cells, map)).toEqual([])
})

test('reports a text that begins like a formula without refusing it; a single dash is fine', () => {
  for (const text of ['=1+1', '+Ana', '-Ana', ' @Ana']) {
    expect(read({ First: text, City: text }), text).toEqual(
      ['firstName', 'city'].map((field) => `${field}: This begins like a formula; it is imported as text`),
    )
  }
  expect(read({ City: '-', Phone: '+1 612 555 0142' })).toEqual([])
})

test('names other errors of a row with surplus cells, and takes missing ones at the end as empty', () => {
  expect(read({ First: '', DOB: '3/5/84' }, ['more'])).toEqual([
    'row: The row has 10 cells, the header has 9',
    'firstName: First name is required',
    'dateOfBirth: Write the year with four digits',
  ])
  expect(read({}, ['', ' '])).toEqual([])
  expect(findingsIn(good.slice(0, 8))).toEqual([
    { row: 7, field: 'service', reason: 'Service is required', value: '' },
  ])
})

test('reads dates in the formats of spreadsheets, with the month first', () => {
  const ways = {
    '1984-03-05': '1984-03-05',
    '1984-3-5': '1984-03-05',
    '1984-03-05 00:00:00': '1984-03-05',
    '1984-03-05T00:00:00.000Z': '1984-03-05',
    '3/5/1984': '1984-03-05',
    '03/05/1984 0:00': '1984-03-05',
    '3/5/1984 12:00:00 AM': '1984-03-05',
    'Mar 5, 1984': '1984-03-05',
    'march 5th 1984': '1984-03-05',
    'Sept. 9, 1984': '1984-09-09',
    '5-Mar-1984': '1984-03-05',
    ' 5 March 1984 ': '1984-03-05',
  }
  for (const [written, value] of Object.entries(ways)) expect(readDate(written), written).toEqual({ value })
})

test('refuses a date that could mean two days', () => {
  const { serialNumber, noSuchMonth, unclear } = dateAdvice
  const ways = {
    '30746': serialNumber,
    '30746.5': serialNumber,
    '25/12/1984': noSuchMonth,
    '05.03.1984': unclear,
    '05-03-1984': unclear,
    '19840305': unclear,
    'Ma 5, 1984': unclear,
    '5 Brumaire 1984': unclear,
    '1984-03-05 14:30': unclear,
    spring: unclear,
  }
  for (const [written, reason] of Object.entries(ways)) expect(readDate(written), written).toEqual({ reason })
})

test('reads a status by its label; an empty cell and Unknown are none', () => {
  expect(readOne('status', ' ACTIVE ')).toEqual({ value: 'active' })
  expect(readOne('status', 'Discharged')).toEqual({ value: 'discharged' })
  for (const none of ['', '  ', 'unknown']) expect(readOne('status', none)).toEqual({ value: null })
  expect(readOne('status', 'closed')).toEqual({
    reason: 'Unknown status; use Active, Inactive, Pending, Discharged, or leave it empty',
    unknown: 'closed',
  })
})

test('reads cells by the kind of their field', () => {
  const read = (field: RecordField, written: string) => readCell(field, written, true)
  const yesNo = { kind: 'yes-no', label: 'May text' } as const
  expect(['Yes', ' n ', 'TRUE', ''].map((written) => read(yesNo, written).value)).toEqual([
    true,
    false,
    true,
    null,
  ])
  expect(read(yesNo, 'maybe')).toEqual({ reason: 'Write Yes or No, or leave it empty' })
})

test('reads a service by its label, with & or and', () => {
  for (const written of ['Transition & Sustaining', 'TRANSITION AND SUSTAINING', 'transition&sustaining'])
    expect(readOne('service', written), written).toEqual({ value: 'Transition & Sustaining' })
  expect(readOne('service', 'Moving')).toEqual({
    reason:
      'Unknown service; use Consultant, Transition & Sustaining, Housing Transition, Housing Sustaining',
    unknown: 'Moving',
  })
})

test('reads a name in one cell as "Last, First" or exactly two words', () => {
  expect(readName('de la Cruz, Ana María')).toEqual({
    value: { firstName: 'Ana María', lastName: 'de la Cruz' },
  })
  expect(readName(' Pa  Vang ')).toEqual({ value: { firstName: 'Pa', lastName: 'Vang' } })
  for (const written of ['Ana María Cruz', 'Madonna', 'Smith, Jr., John', ', John', 'Smith,', ''])
    expect(readName(written), written).toEqual({ reason: 'Write the name as "Last, First"' })
})

test('joins the parts of an address to one line', () => {
  expect(joinAddress('1420 Cedar Ave', 'Apt 2', 'Minneapolis', 'MN', '55404')).toBe(
    '1420 Cedar Ave, Apt 2, Minneapolis, MN 55404',
  )
  expect(joinAddress('1420 Cedar Ave,\nMinneapolis\n', '', '', '', '')).toBe('1420 Cedar Ave, Minneapolis')
  expect(joinAddress('', '', '', '', '')).toBe('')
})

test('finds the worker by email address, whatever its case, and refuses an unknown one', () => {
  const map = mapColumns([...header, 'Case worker']).map
  const worker = (written: string) => findingsIn([...good, written], map).map(({ reason }) => reason)
  expect(readField('assignedTo', () => ' Amina@Example.org ', { workers })).toEqual({
    value: 'the id of Amina',
  })
  expect(readField('assignedTo', () => '', { workers })).toEqual({ value: null })
  expect(worker('omar@example.org')).toContain('No employee has this email address or full name')
})

test('reads a county with or without the word County, and refuses another place [T1206]', () => {
  for (const [written, value] of [
    ['Hennepin', 'hennepin'],
    [' HENNEPIN COUNTY ', 'hennepin'],
    ['Lac Qui Parle Co.', 'lac-qui-parle'],
    ['Mcleod', 'mcleod'],
    ['St Louis', 'st-louis'],
    ['Saint Louis County', 'st-louis'],
    ['Lesueur county', 'le-sueur'],
    ['tribal nation', 'tribal-nation'],
    ['', null],
  ] as const)
    expect(readOne('county', written), written).toEqual({ value })
  for (const written of ['Hennepin, MN', 'County', 'Cook County, IL', 'Wisconsin'])
    expect(readOne('county', written), written).toEqual({
      reason: 'Unknown county; use one of the names in the client form, or leave it empty',
      unknown: written,
    })
})

test('reads a PMI with spaces and dashes, and refuses one without its leading zero [T1207]', () => {
  const map = mapColumns([...header, 'PMI']).map
  const pmi = (written: string) => {
    const [row] = readTable([...header, 'PMI'], [...good, written]).clients
    return row?.input.pmi
  }
  expect(['01234567', '0123 4567', ' 0123-4567', ''].map(pmi)).toEqual([...Array(3).fill('01234567'), null])
  for (const [written, more] of [
    ['1234567', '. A spreadsheet may have dropped a leading zero'],
    ['123-4567', '. A spreadsheet may have dropped a leading zero'],
    ['123456.00', ''],
    ['1.23E+07', ''],
    ['012345678', ''],
    ['none', ''],
  ])
    expect(findingsIn([...good, written ?? ''], map), written).toContainEqual({
      ...{ row: 7, field: 'pmi', value: written },
      reason: `Enter exactly 8 digits${more}`,
    })
})
