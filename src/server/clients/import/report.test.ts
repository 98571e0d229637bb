import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { beginReport } from './report.ts'

const folder = mkdtempSync(join(tmpdir(), 'stable-housing-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a report can be opened in a spreadsheet, which runs nothing in it', async () => {
  const file = join(folder, 'report.csv')
  const report = await beginReport(file)
  await report.end([
    { row: 2, reason: 'The row has 2 cells' },
    { row: 3, field: 'last name', reason: 'Say "so"', value: ' =HYPERLINK("http://x")\u001b ' },
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

test('a report that has no folder is refused before the work begins', async () => {
  await expect(beginReport(join(folder, 'none/report.csv'))).rejects.toThrow(
    'There is no folder for the report',
  )
})
