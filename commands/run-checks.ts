import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { buildWhenChanged } from './build.ts'
import { type FailedTest, failedJourneys, failedTests } from './failed-tests.ts'
import { root, say } from './install.mjs'

/*
 * `npm test`: every check, one after another, all of them even when one fails; then what failed, once more, for whoever
 * has only the end of the output; then one plain line for programs.
 */

interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** What is known of the failed ones. */
  failures?: FailedTest[]
}

const reports = mkdtempSync(join(tmpdir(), 'stable-housing-checks-'))

const checks: { title: string; run: () => Promise<Outcome> }[] = [
  { title: 'Format and lint', run: () => command('biome', ['ci', '.']) },
  { title: 'Types', run: () => command('tsc', ['-p', '.']) },
  { title: 'Build', run: build },
  { title: 'Architecture, units, components, database, API', run: runVitest },
  { title: 'Journeys in a browser', run: runJourneys },
]

let browserPath: string | undefined
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
  if (failed > 0 && failures.length === 0) summary.push(`✗ ${title}: what went wrong is said above`)
  summary.push(...failures.map(({ file, name, message }) => `✗ ${file || title} › ${name}\n${message}`))
}
for (const words of summary) say(`\n${words}`)
rmSync(reports, { recursive: true, force: true })
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
say(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

/** A check that knows only good and bad counts as one. */
function oneCheck(isGood: boolean): Outcome {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 }
}

async function command(program: string, parameters: string[]): Promise<Outcome> {
  return oneCheck((await run(program, parameters)) === 0)
}

/** Once, before tests that need it run side by side. */
async function build(): Promise<Outcome> {
  try {
    await buildWhenChanged(say)
    return oneCheck(true)
  } catch (error) {
    say(String(error))
    return oneCheck(false)
  }
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
  if (!browser) return oneCheck(false)
  const file = join(reports, 'journeys.json')
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    BROWSER_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
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

/** Looked for once, and installed if there is none: components and journeys need it. */
async function browserForTests(): Promise<string | undefined> {
  browserPath ??= await findBrowser(root, say)
  if (!browserPath) {
    say('No browser for the tests: install Chromium, or set BROWSER_PATH to one, and run npm test again.')
  }
  return browserPath
}

/** A runner that ends badly without naming a failed test has failed itself; so has one that ran nothing. */
function outcome(code: number, counted: Outcome): Outcome {
  const silent = counted.failed === 0 && (code !== 0 || counted.passed === 0)
  return silent ? { ...counted, failed: 1 } : counted
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function run(program: string, parameters: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', program), parameters, {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
        // The program is started a hundred times and more: only the first start compiles its modules.
        NODE_COMPILE_CACHE: join(reports, 'compiled'),
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
