import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedJourneys, failedTests } from '#commands/failed-tests.ts'

const packages = resolve('node_modules')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'failed-tests-'))
  symlinkSync(packages, join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a test runner on these files and returns its report. */
function runTests(program: string, parameters: string[], files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const report = join(folder, 'report.json')
  const { status, stdout, stderr } = spawnSync(join(packages, '.bin', program), parameters, {
    cwd: folder,
    // Without the variables of the runner that runs this test.
    env: { PATH: process.env.PATH, FORCE_COLOR: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(1)
  return JSON.parse(readFileSync(report, 'utf8'))
}

test('lists failed tests only, with file, groups and expected value', () => {
  const report = runTests('vitest', ['run', '--root=.', '--reporter=json', '--outputFile.json=report.json'], {
    'sums.test.ts': `
      import { describe, expect, test } from 'vitest'
      test('two and two', () => expect(2 + 2).toBe(4))
      describe('sums', () => {
        test('two and three', () => expect(2 + 3).toBe(6))
      })`,
    'broken.test.ts': `throw new Error('no table of sums')`,
  })
  expect(failedTests(report).sort((one, other) => one.file.localeCompare(other.file))).toEqual([
    {
      file: expect.stringMatching(/broken\.test\.ts$/),
      name: '',
      message: expect.stringContaining('no table of sums'),
    },
    {
      file: expect.stringMatching(/sums\.test\.ts$/),
      name: 'sums two and three',
      message: expect.stringContaining('expected 5 to be 6'),
    },
  ])
})

test('lists failed journeys, and those that passed only on a retry', () => {
  const report = runTests('playwright', ['test', '--reporter=json'], {
    'playwright.config.ts': `export default { testMatch: '*.journey.ts', retries: 1 }`,
    'home.journey.ts': `
      import { expect, test } from '@playwright/test'
      test('home', () => expect(1).toBe(1))
      test.describe('a visitor', () => {
        test('finds the way', () => expect('here').toBe('there'))
        test('tries twice', ({}, { retry }) => expect(retry).toBe(1))
      })`,
  })
  expect(failedJourneys(report)).toEqual([
    {
      file: 'home.journey.ts:5',
      name: 'finds the way',
      message: expect.stringContaining('Expected: "there"'),
    },
    {
      file: 'home.journey.ts:6',
      name: 'tries twice',
      message: expect.stringContaining('Expected: 1'),
    },
  ])
})

test('lists the error in a journey that cannot be loaded', () => {
  const report = runTests('playwright', ['test', '--reporter=json'], {
    'playwright.config.ts': `export default { testMatch: '*.journey.ts' }`,
    'home.journey.ts': `throw new Error('no way')`,
  })
  expect(failedJourneys(report)).toContainEqual({ file: '', name: '', message: 'Error: no way' })
})
