import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { ana, header, prepareImport, rest } from '#test/support/client-import.ts'
import { root } from '#test/support/source-tree.ts'

const desk = await prepareImport()
afterAll(() => desk.close())
beforeEach(() => desk.clear())

test('names every wrong row with all its mistakes in the words of the form, and imports nothing [T327]', async () => {
  const { code, printed, errorOutput } = await desk.importFile(
    [
      header,
      ana,
      ',Nobody,3/5/84,612-555,nobody@,,closed,Moving',
      `Bao,Yang,30746,${rest}`,
      `Bao,"Y\u0007ng",13/13/1984,${rest}`,
      'Bao,Yang',
      '',
      `Bao,${'Y'.repeat(101)},2999-01-01,${rest}`,
      `Bao,Yang,05.03.1984,${rest},more`,
      `Bao,Yang,,${rest}`,
    ].join('\r\n'),
  )
  expect(code).toBe(1)
  expect(errorOutput.trimEnd().split('\n')).toEqual([
    'Row 3, first name: First name is required (empty).',
    'Row 3, date of birth: Write the year with four digits (found "3/5/84").',
    'Row 3, phone: Enter a valid phone number (found "612-555").',
    'Row 3, email: Enter a valid email address (found "nobody@").',
    'Row 3, address: Address is required. Write "No fixed address" if there is none, or the Safe at Home address (empty).',
    'Row 3, status: Unknown status; use Active, Inactive, Pending, Discharged, or leave it empty (found "closed").',
    'Row 3, service: Unknown service; use Consultant, Transition & Sustaining, Housing Transition, Housing Sustaining (found "Moving").',
    'Row 4, date of birth: This is a number, not a date. Format the column in the spreadsheet as a date (YYYY-MM-DD), then save it again (found "30746").',
    `Row 5, last name: Last name can't contain line breaks or control characters (found "Y\\u{7}ng").`,
    'Row 5, date of birth: Enter a valid date, 1900 or later (found "13/13/1984").',
    'Row 6, date of birth: Date of birth is required (empty).',
    'Row 6, phone: Enter a valid phone number (empty).',
    'Row 6, email: Enter a valid email address (empty).',
    'Row 6, address: Address is required. Write "No fixed address" if there is none, or the Safe at Home address (empty).',
    'Row 6, service: Service is required (empty).',
    `Row 8, last name: Last name can have at most 100 characters (found "${'Y'.repeat(40)}…").`,
    'Row 8, date of birth: Date of birth can\'t be in the future (found "2999-01-01").',
    'Row 9: The row has 9 cells, the header has 8.',
    'Row 9, date of birth: Write the date as YYYY-MM-DD or month/day/year (found "05.03.1984").',
    'Row 10, date of birth: Date of birth is required (empty).',
    'Nothing was imported. Wrong rows: 7 of 8. Correct the file and import it again.',
  ])
  expect(printed).toContain('  DOB         →  date of birth  3/5/1984')
  expect(await desk.count()).toBe(0)
})

test('imports a Windows-1252 file with semicolons and a single name column, with a map [T328]', async () => {
  const content = [
    'Klient;Geboren am;Telephone;Mail;Street;City;State;Zip;Programme;Remarks',
    'Muñoz, Zoë;3/5/1984;(612) 555-0142;z@example.org;1420 Cedar Ave;Minneapolis;MN;55404;consultant;"a\r\nb"',
  ].join('\r\n')
  const bytes = Buffer.from(content, 'latin1')
  const map = ['--map', 'Klient=name', '--map', 'geboren AM=date of birth']
  expect((await desk.importFile(bytes, ...map)).errorOutput).toContain('--encoding takes utf-8, windows-1252')
  const { code, printed, errorOutput } = await desk.importFile(bytes, '--encoding', 'windows-1252', ...map)
  expect({ code, errorOutput }).toEqual({ code: 0, errorOutput: '' })
  expect(printed).toBe(
    [
      'Columns, and what row 2 has in them:',
      '  Klient      →  name           Muñoz, Zoë',
      '  Geboren am  →  date of birth  3/5/1984',
      '  Telephone   →  phone          (612) 555-0142',
      '  Mail        →  email          z@example.org',
      '  Street      →  street         1420 Cedar Ave',
      '  City        →  city           Minneapolis',
      '  State       →  state          MN',
      '  Zip         →  zip            55404',
      '  Programme   →  service        consultant',
      '  Remarks     →  (ignored)      a\\nb',
      '  There is no status column: clients are added without a status.',
      'Imported 1 client.\n',
    ].join('\n'),
  )
  expect(await desk.clients()).toMatchObject([
    { first_name: 'Zoë', last_name: 'Muñoz', address: '1420 Cedar Ave, Minneapolis, MN 55404', status: null },
  ])
})

test('reads a file from a pipe, and stops at 50 MB', async () => {
  const file = join(desk.folder, 'piped.csv')
  writeFileSync(file, [header, ana].join('\n'))
  const command = 'cat "$1" | "$0" commands/ops.ts import /dev/stdin'
  const { stdout } = spawnSync('sh', ['-c', command, process.execPath, file], {
    cwd: root,
    env: { ...bareEnvironment, ...desk.settings },
    encoding: 'utf8',
  })
  expect(stdout).toContain('Imported 1 client.')
  expect((await desk.run('/dev/zero')).errorOutput).toContain('/dev/zero is larger than 50 MB.')
  truncateSync(file, 50 * 1024 * 1024 + 1)
  expect((await desk.run(file)).errorOutput).toContain(`${file} is larger than 50 MB.`)
})

test('rejects wrong parameters before it looks for a database', async () => {
  const wrong = {
    'Specify one file.': [],
    'There is no file /nowhere.csv.': ['/nowhere.csv'],
    [`${desk.folder} is a folder. Name the file in it.`]: [desk.folder],
    '--duplicates takes stop or skip or add, not "keep".': ['x.csv', '--duplicates', 'keep'],
    '--encoding takes utf-8 or windows-1252 or macintosh, not "ebcdic".': ['x.csv', '--encoding', 'ebcdic'],
    "Unknown option '--wet-run'": ['x.csv', '--wet-run'],
  }
  for (const [sentence, parameters] of Object.entries(wrong)) {
    const { code, errorOutput } = await desk.run(...parameters)
    expect({ code, isNamed: errorOutput.includes(sentence) }, errorOutput).toEqual({ code: 1, isNamed: true })
  }
  const { errorOutput, printed } = await desk.importFile('Name,DOB\nAna Cruz,3/5/1984\n')
  expect(printed).toContain('  Name  →  name           Ana Cruz')
  expect(errorOutput).toContain(
    'No column looks like "phone". Say which one it is. For example: --map "Mobile=phone"',
  )
})

test('names all wrong rows without a terminal, and in a new report that only its owner can read', async () => {
  const content = [header, ...Array.from({ length: 1203 }, () => `,=Yang,1990-04-12,${rest}`)].join('\n')
  const report = join(desk.folder, 'wrong.csv')
  const { code, errorOutput } = await desk.importFile(content, '--report', report)
  expect(code).toBe(1)
  expect(errorOutput.trimEnd().split('\n').slice(-3)).toEqual([
    'Row 1204, first name: First name is required (empty).',
    `All reported rows are in ${report}.`,
    'Nothing was imported. Wrong rows: 1,203 of 1,203. Correct the file and import it again.',
  ])
  expect(statSync(report).mode & 0o777).toBe(0o600)
  const lines = readFileSync(report, 'utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(1204)
  expect([lines[0], lines[1203]]).toEqual([
    '\ufeff"Row","Field","Reason","Found"',
    '"1204","first name","First name is required",""',
  ])
  const again = await desk.importFile(content, '--report', report)
  expect(again.errorOutput).toBe(`${report} already exists. Choose another name for --report.\n`)
})
