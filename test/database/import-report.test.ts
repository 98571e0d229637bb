import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ana, header, prepareImport, rest } from '#test/support/client-import.ts'

let desk: Awaited<ReturnType<typeof prepareImport>>

beforeAll(async () => {
  desk = await prepareImport()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())

test('names all wrong rows where there is no terminal, and in a new file that only the operator can read', async () => {
  const content = [header, ...Array.from({ length: 1203 }, () => `,=Yang,1990-04-12,${rest}`)].join('\n')
  const report = join(desk.folder, 'wrong.csv')
  const { code, complained } = await desk.importFile(content, '--report', report)
  expect(code).toBe(1)
  expect(complained.trimEnd().split('\n').slice(-2)).toEqual([
    'Row 1204, first name: First name is required (empty).',
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
  expect(again.complained).toBe(`${report} is there already. Name a file for --report that is not.\n`)
})

test('leaves no report of an import without findings', async () => {
  const report = join(desk.folder, 'empty.csv')
  const { code, printed } = await desk.importFile([header, ana].join('\n'), '--report', report)
  expect({ code, imported: printed.includes('Imported 1 client.') }).toEqual({ code: 0, imported: true })
  expect(existsSync(report)).toBe(false)
})

test('imports ten thousand rows, and notices all of them the second time', async () => {
  const bornOn = (day: number) => new Date(Date.UTC(1950, 0, day)).toISOString().slice(0, 10)
  const rows = Array.from({ length: 10_000 }, (_, n) => `Ana,Cruz${n},${bornOn(n)},${rest}`)
  const { code, printed } = await desk.importFile([header, ...rows].join('\n'))
  expect({ code, last: printed.trimEnd().split('\n').at(-1) }).toEqual({
    code: 0,
    last: 'Imported 10,000 clients.',
  })
  expect(await desk.count()).toBe(10_000)
  const again = await desk.importFile([header, ...rows].join('\n'))
  expect(again.code).toBe(1)
  expect(again.complained).toContain(
    'Nothing was imported: 10,000 rows may be somebody who is there already.',
  )
  expect(await desk.count()).toBe(10_000)
})
