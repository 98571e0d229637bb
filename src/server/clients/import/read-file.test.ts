import { expect, test } from 'vitest'
import { type FileJob, type ReadFile, replyTo } from './read-file.ts'
import type { ClientRow } from './read-rows.ts'

/* Files as spreadsheets and other programs export them: each is read, or its reply names row and cell. */

const workers = {
  byEmail: new Map([['amina@example.org', 'the-id-of-amina']]),
  byName: new Map([['amina yusuf', 'the-id-of-amina']]),
}

function read(
  content: string | Buffer,
  job: Partial<FileJob> = {},
): ReadFile & { inputs: ClientRow['input'][] } {
  const reply = replyTo({
    bytes: new Uint8Array(Buffer.from(content)),
    encoding: undefined,
    columns: new Map(),
    context: { today: '2026-06-15', workers, answers: new Map() },
    office: { phone: '(612) 555-0100', email: 'office@example.org' },
    filled: [],
    ...job,
  })
  if ('refused' in reply) throw new Error(JSON.stringify(reply.refused))
  const rows: ClientRow[] = reply.read.clients.flatMap((batch) => JSON.parse(batch))
  return { ...reply.read, inputs: rows.map(({ input }) => input) }
}

const wrongIn = ({ wrong }: ReadFile) => wrong.map(({ row, field, reason }) => `${row} ${field}: ${reason}`)

const headings = ['First Name', 'Last Name', 'DOB', 'Phone', 'Email', 'Address', 'Status', 'Service']
const jose = [
  'José',
  'García',
  '3/5/1984',
  '6125550142',
  'j@example.org',
  '1 Elm St, Ely',
  'Active',
  'Consultant',
]
const lines = (delimiter: string, end: string, ...rows: string[][]) =>
  rows
    .map((row) => row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
    .join(end)
    .concat(end)
const read8 = { firstName: 'José', lastName: 'García', dateOfBirth: '1984-03-05', address: '1 Elm St, Ely' }

test.each<[string, Buffer, Partial<FileJob>]>([
  ['Excel, "CSV UTF-8"', Buffer.from(`\ufeff${lines(',', '\r\n', headings, jose)}`), {}],
  [
    'Excel with a European setting: semicolons',
    Buffer.from(`\ufeff${lines(';', '\r\n', headings, jose)}`),
    {},
  ],
  ['Excel with its declared delimiter', Buffer.from(`sep=;\r\n${lines(';', '\r\n', headings, jose)}`), {}],
  [
    'Excel, "Unicode text": UTF-16 with tabs',
    Buffer.from(`\ufeff${lines('\t', '\r\n', headings, jose)}`, 'utf16le'),
    {},
  ],
  [
    'Excel, "CSV (Windows)"',
    Buffer.from(lines(',', '\r\n', headings, jose), 'latin1'),
    { encoding: 'windows-1252' },
  ],
  [
    'Excel, "CSV (Macintosh)": line ends of old Macs',
    Buffer.from(lines(',', '\r', headings, jose).replaceAll('é', '\x8e').replaceAll('í', '\x92'), 'latin1'),
    { encoding: 'macintosh' },
  ],
  ['LibreOffice and Google Sheets: UTF-8 with line feeds', Buffer.from(lines(',', '\n', headings, jose)), {}],
])('reads a file of %s [T1430]', (_, bytes, job) => {
  const { inputs, wrong } = read(bytes, job)
  expect({ wrong, inputs }).toEqual({ wrong: [], inputs: [expect.objectContaining(read8)] })
})

test('reads what EspoCRM exports: semicolons, everything in quotes, the parts of an address [T1431]', () => {
  const file = [
    '"First Name";"Last Name";"Date of Birth";"Phone";"Email";"Address Street";"Address City";"Address State";"Address Country";"Address Postal Code";"Status";"Service";"Assigned User";"Created At"',
    '"José";"García";"1984-03-05";"+16125550142";"j@example.org";"1420 Cedar Ave\nApt 2";"Minneapolis";"MN";"USA";"55404";"Active";"Consultant";"Amina Yusuf";"2024-01-05 14:30"',
  ].join('\n')
  expect(read(file).inputs).toEqual([
    expect.objectContaining({
      ...{ firstName: 'José', phone: '6125550142', assignedTo: 'the-id-of-amina' },
      address: '1420 Cedar Ave, Apt 2, Minneapolis, MN 55404',
    }),
  ])
})

test('reads what Apricot exports: a title, who made it, merged headings, empty columns at the end [T1432]', () => {
  const file = [
    'Client list,,,,,,,,,,',
    '"Exported by Ruth Okafor, 06/15/2026",,,,,,,,,,',
    ',,,,,,,,,,',
    'Client,,,Contact,,,Program,,,,',
    `Record ID,${headings.join()},,`,
    `4711,${jose.map((cell) => `"${cell}"`).join()},,`,
    ',,,,,,,,,,',
  ].join('\r\n')
  const { headingsRow, columns, inputs, wrong } = read(file)
  expect({ headingsRow, wrong, columns: columns.length }).toEqual({ headingsRow: 5, wrong: [], columns: 9 })
  expect(columns[0]).toEqual({ heading: 'Record ID', field: null, likely: null, examples: ['4711'] })
  expect(inputs).toEqual([expect.objectContaining(read8)])
})

test('a file with 16,384 columns of which nine are used has nine [T1433]', () => {
  const file = `${headings.join()}${','.repeat(16_376)}\n${jose.map((cell) => `"${cell}"`).join()}${','.repeat(16_376)}\n`
  expect(read(file)).toMatchObject({ columns: { length: 8 }, inputs: { length: 1 } })
})

test('names the row and cell of numbers that a spreadsheet shortened or rounded [T1434]', () => {
  const rows = [jose.with(3, '6.13E+09'), jose.with(3, '6125550142.0'), jose.with(2, '30746')]
  expect(wrongIn(read(lines(',', '\n', headings, ...rows)))).toEqual([
    '2 phone: The spreadsheet has shortened this number. Format the column as a number without decimals, then save it again',
    '3 phone: Enter a valid phone number',
    '4 dateOfBirth: This is a number, not a date. Format the column in the spreadsheet as a date (YYYY-MM-DD), then save it again',
  ])
})

test('refuses dates that could have the day first once another date must have it first [T1435]', () => {
  const born = (...dates: string[]) =>
    read(lines(',', '\n', headings, ...dates.map((date) => jose.with(2, date))))
  const noSuchMonth = 'dateOfBirth: There is no such month. Write the date as YYYY-MM-DD or month/day/year'
  expect(wrongIn(born('3/5/1984', '1984-03-05', '25/12/1984', '5/5/1990'))).toEqual([
    '2 dateOfBirth: The day may come first here, as it does in row 4. Write the date as YYYY-MM-DD',
    `4 ${noSuchMonth}`,
  ])
  expect(wrongIn(born('3/5/1984', '12/25/1984', '25/12/1984')), 'a typing mistake').toEqual([
    `4 ${noSuchMonth}`,
  ])
})

test('asks what years with two digits mean, and reads them as answered [T1436]', () => {
  const file = lines(
    ',',
    '\n',
    headings,
    jose.with(2, '3/5/84'),
    jose.with(2, '5-Mar-84'),
    jose.with(2, '1/2/05'),
  )
  expect(read(file).unknownValues).toEqual([
    { field: 'dateOfBirth', text: '84', rows: 2 },
    { field: 'dateOfBirth', text: '05', rows: 1 },
  ])
  const years = new Map([
    ['84', '1984'],
    ['05', '1905'],
  ] as const)
  const answers = new Map([['dateOfBirth', years]])
  const { inputs } = read(file, { context: { today: '2026-06-15', workers, answers } })
  expect(inputs.map(({ dateOfBirth }) => dateOfBirth)).toEqual(['1984-03-05', '1984-03-05', '1905-01-02'])
})

test('finds a worker by email address or by a full name that only one employee has [T1437]', () => {
  const names = ['AMINA@example.org', 'Yusuf, Amina', ' amina  yusuf ', 'Amina', 'Omar Ali']
  const file = lines(',', '\n', [...headings, 'Worker'], ...names.map((name) => [...jose, name]))
  const namesakes = new Map<string, string | null>([...workers.byName, ['omar ali', null]])
  const context = { today: '2026-06-15', workers: { ...workers, byName: namesakes }, answers: new Map() }
  const { inputs, wrong } = read(file, { context })
  expect(inputs.map(({ assignedTo }) => assignedTo)).toEqual(Array(3).fill('the-id-of-amina'))
  expect(wrong.map(({ row, reason }) => [row, reason])).toEqual([
    [5, 'No employee has this email address or full name'],
    [6, 'Several employees have this name; write the email address'],
  ])
})

test('enters the organization’s own phone and email in empty cells only, if asked [T1438]', () => {
  const rows = [jose.with(3, ''), jose.with(4, ' '), jose]
  const file = lines(',', '\n', headings, ...rows)
  expect(read(file)).toMatchObject({ office: { phone: 1, email: 1 }, wrong: { length: 2 } })
  const { inputs, office } = read(file, { filled: ['phone', 'email'] })
  expect(office).toEqual({ phone: 1, email: 1 })
  expect(inputs.map(({ phone, email }) => [phone, email])).toEqual([
    ['6125550100', 'j@example.org'],
    ['6125550142', 'office@example.org'],
    ['6125550142', 'j@example.org'],
  ])
})

test.each([
  ['a cell', (long: string) => jose.with(0, long)],
  ['a county', (long: string) => [...jose, `${long}county`]],
])('reads %s of a megabyte of spaces, which a backtracking expression would take hours for', (_, rowOf) => {
  const long = `x${' '.repeat(1_000_000)}y`
  const file = lines(',', '\n', [...headings, 'County'], rowOf(long))
  expect(read(file)).toMatchObject({ rows: 1, inputs: [] })
})

test('passes on no more findings and unknown values than a reply has, and counts all wrong rows [T1643]', () => {
  const row = (number: number) => ['', '', '3/5/84', '1', '', '', `Status ${number}`, `Service ${number}`]
  const rows = Array.from({ length: 2_000 }, (_, number) => row(number))
  const { wrong, wrongAnyway, wrongRows, unknownValues } = read(lines(',', '\n', headings, ...rows))
  expect([wrong, wrongAnyway, unknownValues].map(({ length }) => length)).toEqual([500, 500, 500])
  expect(wrongRows).toBe(2_000)
})
