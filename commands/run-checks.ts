import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { buildWhenChanged } from './build.ts'
import { type FailedTest, failedJourneys, failedTests } from './failed-tests.ts'
import { root, say } from './install.mjs'

/*
 * `npm test` runs every check, even after one has failed. It ends with a list of the failures, so that nobody has to
 * scroll, and with one plain line for programs to read.
 */

interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** The failed tests, where the runner names them. */
  failures?: FailedTest[]
}

const reports = mkdtempSync(join(tmpdir(), 'stable-housing-checks-'))

const checks: { title: string; run: () => Promise<Outcome> }[] = [
  { title: 'Format and lint', run: () => command('biome', ['ci', '.']) },
  { title: 'Types', run: () => command('tsc', ['-p', '.']) },
  { title: 'Build', run: build },
  { title: 'Architecture, units, components, database, API', run: runVitestBesideJourneys },
  { title: 'Journeys in a browser', run: finishJourneys },
]

/** Holds the output of the journeys until Vitest has finished. */
const journeysOutput = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER })
let journeys: Promise<Outcome> | undefined
let browserPath: Promise<string | undefined> | undefined
const total = { passed: 0, failed: 0, skipped: 0 }
const summary: string[] = []
for (const { title, run } of checks) {
  const started = Date.now()
  say(`\n── ${title}`)
  const { passed, failed, skipped, failures = [] } = await run()
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  say(`   ${passed} passed, ${failed} failed · ${Math.round((Date.now() - started) / 1000)} s`)
  if (failed > 0 && failures.length === 0) summary.push(`✗ ${title}: see the output above`)
  summary.push(...failures.map(({ file, name, message }) => `✗ ${file || title} › ${name}\n${message}`))
}
for (const failure of summary) say(`\n${failure}`)
rmSync(reports, { recursive: true, force: true })
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
say(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

/** The outcome of a check that only passes or fails. */
function singleOutcome(hasPassed: boolean): Outcome {
  return { passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1, skipped: 0 }
}

async function command(program: string, parameters: string[]): Promise<Outcome> {
  return singleOutcome((await run(program, parameters)) === 0)
}

/** Builds once, before tests that need the build run side by side. */
async function build(): Promise<Outcome> {
  try {
    await buildWhenChanged(say)
    return singleOutcome(true)
  } catch (error) {
    say(String(error))
    return singleOutcome(false)
  }
}

/** Starts the journeys as well: both runners often wait, and together they keep the processor busy. */
async function runVitestBesideJourneys(): Promise<Outcome> {
  journeys = runJourneys()
  return await runVitest()
}

async function finishJourneys(): Promise<Outcome> {
  journeysOutput.pipe(process.stdout)
  const outcome = await journeys
  journeysOutput.end()
  await finished(journeysOutput)
  return outcome ?? singleOutcome(false)
}

async function runVitest(): Promise<Outcome> {
  const browser = await browserForTests()
  const file = join(reports, 'vitest.json')
  const code = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    browser ? { BROWSER_PATH: browser } : {},
  )
  const report = readReport<JsonTestResults>(file)
  return outcome(code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures: report && failedTests(report),
  })
}

async function runJourneys(): Promise<Outcome> {
  const browser = await browserForTests()
  if (!browser) return singleOutcome(false)
  const file = join(reports, 'journeys.json')
  const env = { BROWSER_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const code = await run('playwright', ['test', '--reporter=list,json'], env, journeysOutput)
  const report = readReport<JSONReport>(file)
  const stats = report?.stats
  return outcome(code, {
    passed: stats?.expected ?? 0,
    // A test that passes only when tried again is a defect.
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
    failures: report && failedJourneys(report),
  })
}

/** Finds the browser for components and journeys, or installs one, once. */
function browserForTests(): Promise<string | undefined> {
  browserPath ??= findBrowserOrSay()
  return browserPath
}

async function findBrowserOrSay(): Promise<string | undefined> {
  const path = await findBrowser(root, say)
  if (!path) {
    say('No browser for the tests: install Chromium, or set BROWSER_PATH to one, and run npm test again.')
  }
  return path
}

/** A runner that fails without naming a failed test, or that runs no test, counts as one failure. */
function outcome(code: number, counted: Outcome): Outcome {
  const hasUnnamedFailure = counted.failed === 0 && (code !== 0 || counted.passed === 0)
  return hasUnnamedFailure ? { ...counted, failed: 1 } : counted
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Runs a program of a package. It writes to the terminal unless another output is given. */
function run(
  program: string,
  parameters: string[],
  env: Record<string, string> = {},
  output?: Writable,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', program), parameters, {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
        // Tests start the program more than a hundred times: only the first start compiles its modules.
        NODE_COMPILE_CACHE: join(reports, 'compiled'),
        ...env,
      },
      stdio: output ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    for (const stream of [child.stdout, child.stderr]) if (output) stream?.pipe(output, { end: false })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
