import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mapColumns } from './columns.ts'
import { printable } from './file-refused.ts'
import { describeColumns, describeFindings, openReport } from './report.ts'

const folder = mkdtempSync(join(tmpdir(), 'stable-housing-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('writes a report in which a spreadsheet runs no formula', async () => {
  const file = join(folder, 'report.csv')
  const report = await openReport(file)
  await report.end([
    { row: 2, reason: 'The row has 2 cells' },
    { row: 3, field: 'lastName', reason: 'Say "so"', value: ' =HYPERLINK("http://x")\u001b ' },
  ])
  expect(readFileSync(file, 'utf8')).toBe(
    [
      '\ufeff"Row","Field","Reason","Found"',
      '"2","","The row has 2 cells",""',
      '"3","last name","Say ""so""","\'=HYPERLINK(""http://x"")\\u{1b}"',
      '',
    ].join('\r\n'),
  )
})

test('refuses a report without a folder before the work begins', async () => {
  await expect(openReport(join(folder, 'none/report.csv'))).rejects.toThrow('The folder of the report')
})

const findings = [2, 2, 3, 5].map((row) => ({ row, field: 'phone' as const, reason: 'Wrong', value: '1' }))

test('names the first rows with all their findings and counts the others', () => {
  expect(describeFindings(findings, { maxRows: 1, whereRest: '--report FILE writes all.' })).toEqual([
    'Row 2, phone: Wrong (found "1").',
    'Row 2, phone: Wrong (found "1").',
    '… and 2 more rows. --report FILE writes all.',
  ])
  expect(describeFindings(findings, { maxRows: 2 }).at(-1)).toBe('… and 1 more row.')
  expect(describeFindings(findings, { maxRows: 3 })).toHaveLength(4)
})

test('escapes control and direction characters, and shortens long texts', () => {
  expect(printable('a\u001b[2Jb\n\u202ec\u009b')).toBe('a\\u{1b}[2Jb\\n\\u{202e}c\\u{9b}')
  expect(printable('🙂'.repeat(41))).toBe(`${'🙂'.repeat(40)}…`)
})

test('shows the field and the first row’s value of each column', () => {
  const header = ['Full name', 'Birthday', 'Shoe\u001b size', '']
  const cells = ['3/5/1984', ' Ana\u001b Cruz ', '']
  expect(describeColumns({ header, headingsRow: 1, rows: [{ number: 3, cells }] }, mapColumns(header))).toBe(
    [
      'Columns, and what row 3 has in them:',
      '  Full name        →  name           3/5/1984',
      '  Birthday         →  date of birth  Ana\\u{1b} Cruz',
      '  Shoe\\u{1b} size  →  (ignored)      (empty)',
      '  (column D)       →  (ignored)      (empty)',
      '  There is no status column: clients are added without a status.',
    ].join('\n'),
  )
})
