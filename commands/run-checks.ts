import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { settingNames } from '#server/config.ts'
import { findBrowser } from './browser.ts'
import { buildWhenChanged } from './build.ts'
import { installMissing } from './debian-packages.ts'
import { root, say, tell } from './install.mjs'

/* `npm test` runs every check, even after one has failed, and ends with one plain line for programs to read. */

interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** What failed and why, told again at the end: the last lines are all that some services keep. */
  failures?: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'stable-housing-checks-'))
const bin = join(root, 'node_modules/.bin')
const env: NodeJS.ProcessEnv = {
  ...process.env,
  // No test may touch a database that the tests did not make. Empty variables count as unset.
  ...Object.fromEntries([...settingNames, 'ENV_FILE'].map((name) => [name, ''])),
  PATH: `${bin}:${process.env.PATH}`,
  // Tests start the program more than a hundred times: only the first start compiles its modules.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
}

const outcomes: [title: string, Outcome][] = []

// Nothing waits for these, so they run beside the tests. One checker of types instead of four takes a third less CPU.
const checks = [
  check('Format and lint', async (output) => single((await run('biome', ['ci', '.'], output)) === 0)),
  ...Object.entries({ Types: 'tsconfig.json', 'Types of the oldest browsers': 'tsconfig.browser.json' }).map(
    ([title, project]) =>
      check(title, async (output) =>
        single((await run('tsc', ['-p', project, '--checkers', '1'], output)) === 0),
      ),
  ),
]
const build = check('Build', async () => {
  // Once, before tests that need it run at the same time.
  await buildWhenChanged(say)
  return single(true)
})
const browser = await findBrowser(say)
if (browser) env.BROWSER_PATH = browser
else tell('No browser for the tests: install Chromium, or set BROWSER_PATH to one, and run npm test again.')
const missing = installMissing(say)
if (missing.length > 0)
  tell(`Not tested with ${missing.join(', ')}: the packages are installed only on Debian, as root.`)
await build
// Both runners often wait, and together they keep the processor busy.
checks.push(check('Journeys in a browser', runJourneys))
checks.push(check('Architecture, units, components, database, API', runVitest))
await Promise.all(checks)

const sum = (name: 'passed' | 'failed' | 'skipped') =>
  outcomes.reduce((total, [, outcome]) => total + outcome[name], 0)
const failed = outcomes.flatMap(([title, outcome]) => (outcome.failed > 0 ? [title] : []))
rmSync(folder, { recursive: true, force: true })
for (const [, { failures }] of outcomes) for (const failure of failures ?? []) say(`\n${failure}`)
if (failed.length > 0) say(`\nFailed, see above: ${failed.join('; ')}`)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
say(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exit(failed.length === 0 ? 0 : 1)

/** Starts a check. What it prints is shown once it has ended, because several run at once. */
async function check(title: string, work: (output: number) => Promise<Outcome>): Promise<void> {
  const started = Date.now()
  const file = join(folder, `${title}.txt`)
  const output = openSync(file, 'w')
  const outcome = await work(output).catch((error: unknown) => {
    say(String(error))
    return single(false)
  })
  closeSync(output)
  outcomes.push([title, outcome])
  const seconds = Math.round((Date.now() - started) / 1000)
  say(`\n── ${title}\n${readFileSync(file, 'utf8')}`)
  say(`   ${outcome.passed} passed, ${outcome.failed} failed · ${seconds} s`)
}

function single(hasPassed: boolean): Outcome {
  return { passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1, skipped: 0 }
}

async function runVitest(): Promise<Outcome> {
  const file = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  // At once: this is what whoever waits can watch.
  const code = await run('vitest', ['run', ...reporters], 'inherit')
  const report = readReport<JsonTestResults>(file)
  return counted(code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures: (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${relative(root, name)}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) =>
          [`${relative(root, name)} › ${fullName}`, ...(failureMessages ?? [])].join('\n'),
        ),
    ]),
  })
}

async function runJourneys(output: number): Promise<Outcome> {
  const file = join(folder, 'journeys.json')
  const code = await run('playwright', ['test', '--reporter=list,json'], output, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const report = readReport<JSONReport>(file)
  const stats = report?.stats
  return counted(code, {
    passed: stats?.expected ?? 0,
    // A test that passes only when tried again is a defect.
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
    failures: [
      ...(report?.errors ?? []).map(({ message = '' }) => message),
      ...(report?.suites ?? []).flatMap(failedJourneys),
    ],
  })
}

function failedJourneys({ file, specs, suites = [] }: JSONReportSuite): string[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return [`${file} › ${title}`, ...errors.map(({ message }) => message)].join('\n')
    })
  return [...failed, ...suites.flatMap(failedJourneys)]
}

/** A runner that fails without a failed test, or that runs no test, counts as one failure. */
function counted(code: number, outcome: Outcome): Outcome {
  const hasUnnamedFailure = outcome.failed === 0 && (code !== 0 || outcome.passed === 0)
  return hasUnnamedFailure ? { ...outcome, failed: 1 } : outcome
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Runs a program of a package, whose output goes to the terminal or to an open file. */
function run(
  program: string,
  parameters: string[],
  output: 'inherit' | number,
  more: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const stdio = ['ignore', output, output] as const
    const child = spawn(join(bin, program), parameters, {
      cwd: root,
      env: { ...env, ...more },
      stdio: [...stdio],
    })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
