import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { settingNames } from '#server/config.ts'
import { findBrowser } from './browser.ts'
import { buildWhenChanged } from './build.ts'
import { installMissing } from './debian-packages.ts'
import { root, say, tell } from './install.mjs'

/*
 * `npm test` runs what every change must pass, `npm run test:all` that and everything longer. All checks run, even after one
 * has failed, and the last line is a plain one for programs to read. One runner follows the other: side by side on two
 * cores they wait for each other.
 */

interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** What failed and why, told again at the end: the last lines are all that some services keep. */
  failures?: string[]
  /** How long each test file took. */
  files?: { name: string; seconds: number }[]
}

const [, , scope] = process.argv
if (process.argv.length > 3 || (scope !== undefined && scope !== 'all')) {
  tell(
    'npm test and npm run test:all take no parameters. To run one file: npx vitest run FILE, or npx playwright test FILE.',
  )
  process.exit(1)
}
const isAll = scope === 'all'
const folder = mkdtempSync(join(tmpdir(), 'stable-housing-checks-'))
const bin = join(root, 'node_modules/.bin')
const env: NodeJS.ProcessEnv = {
  ...process.env,
  // No test may touch a database that the tests did not make. Empty variables count as unset.
  ...Object.fromEntries([...settingNames, 'ENV_FILE'].map((name) => [name, ''])),
  PATH: `${bin}:${process.env.PATH}`,
  // Tests start the program many times: only the first start compiles its modules.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  TEST_ALL: isAll ? 'yes' : '',
}

const browser = await findBrowser(say)
if (browser) env.BROWSER_PATH = browser
else tell('No browser for the tests: install Chromium, or set BROWSER_PATH to one, and start again.')
const missing = isAll ? installMissing(say) : []
if (missing.length > 0)
  tell(`Not tested with ${missing.join(', ')}: the packages are installed only on Debian, as root.`)

const outcomes: [title: string, Outcome][] = []
await check('Format and lint', async () => single((await run('biome', ['ci', '.'])) === 0))
// One checker of types instead of four takes a third less CPU.
for (const [title, project] of [
  ['Types', 'tsconfig.json'],
  ['Types of the oldest browsers', 'tsconfig.browser.json'],
] as const)
  await check(title, async () => single((await run('tsc', ['-p', project, '--checkers', '1'])) === 0))
await check('Build', async () => {
  await buildWhenChanged(say)
  return single(true)
})
await check('Architecture, units, components, database, API', runVitest)
await check('Journeys in a browser', runJourneys)

const sum = (name: 'passed' | 'failed' | 'skipped') =>
  outcomes.reduce((total, [, outcome]) => total + outcome[name], 0)
const failed = outcomes.flatMap(([title, outcome]) => (outcome.failed > 0 ? [title] : []))
const slowest = outcomes
  .flatMap(([, { files = [] }]) => files)
  .sort((one, other) => other.seconds - one.seconds)
  .slice(0, 10)
rmSync(folder, { recursive: true, force: true })
for (const [, { failures }] of outcomes) for (const failure of failures ?? []) say(`\n${failure}`)
if (failed.length > 0) say(`\nFailed, see above: ${failed.join('; ')}`)
say('\nThe slowest files, in seconds:')
for (const { name, seconds } of slowest) say(`${seconds.toFixed(1).padStart(6)}  ${name}`)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
say(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exit(failed.length === 0 ? 0 : 1)

async function check(title: string, work: () => Promise<Outcome>): Promise<void> {
  const started = Date.now()
  say(`\n── ${title}`)
  const outcome = await work().catch((error: unknown) => {
    say(String(error))
    return single(false)
  })
  outcomes.push([title, outcome])
  const seconds = Math.round((Date.now() - started) / 1000)
  say(`   ${outcome.passed} passed, ${outcome.failed} failed · ${seconds} s`)
}

function single(hasPassed: boolean): Outcome {
  return { passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1, skipped: 0 }
}

async function runVitest(): Promise<Outcome> {
  const file = join(folder, 'vitest.json')
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(isAll ? [] : ['--project', '!long']),
  ])
  const report = readReport<JsonTestResults>(file)
  const results = report?.testResults ?? []
  return counted(code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures: results.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${relative(root, name)}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) =>
          [`${relative(root, name)} › ${fullName}`, ...(failureMessages ?? [])].join('\n'),
        ),
    ]),
    files: results.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  })
}

async function runJourneys(): Promise<Outcome> {
  const file = join(folder, 'journeys.json')
  const parameters = ['test', '--reporter=list,json', ...(isAll ? [] : ['--project', 'journeys'])]
  const code = await run('playwright', parameters, { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const report = readReport<JSONReport>(file)
  const { stats, suites = [] } = report ?? {}
  return counted(code, {
    passed: stats?.expected ?? 0,
    // A test that passes only when tried again is a defect.
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
    failures: [
      ...(report?.errors ?? []).map(({ message = '' }) => message),
      ...suites.flatMap(testsIn).flatMap(({ file, title, ok, results }) => {
        const errors = results.flatMap((result) => result.errors).map(({ message }) => message)
        return ok ? [] : [[`${file} › ${title}`, ...errors].join('\n')]
      }),
    ],
    files: suites.map((suite) => ({
      name: `test/journeys/${suite.file}`,
      seconds: testsIn(suite)
        .flatMap(({ results }) => results)
        .reduce((total, { duration }) => total + duration / 1000, 0),
    })),
  })
}

function testsIn({ file, specs, suites = [] }: JSONReportSuite): {
  file: string
  title: string
  ok: boolean
  results: JSONReportSuite['specs'][number]['tests'][number]['results']
}[] {
  const here = specs.map(({ title, ok, tests }) => {
    return { file, title, ok, results: tests.flatMap(({ results }) => results) }
  })
  return [...here, ...suites.flatMap(testsIn)]
}

/** A runner that fails without a failed test, or that runs no test, counts as one failure. */
function counted(code: number, outcome: Outcome): Outcome {
  const hasUnnamedFailure = outcome.failed === 0 && (code !== 0 || outcome.passed === 0)
  return hasUnnamedFailure ? { ...outcome, failed: 1 } : outcome
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Runs a program of a package. */
function run(program: string, parameters: string[], more: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(bin, program), parameters, {
      cwd: root,
      env: { ...env, ...more },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
