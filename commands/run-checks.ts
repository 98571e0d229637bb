import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JSONReport } from '@playwright/test/reporter'
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
}

const folder = mkdtempSync(join(tmpdir(), 'stable-housing-checks-'))
const reports = { vitest: join(folder, 'vitest.json'), journeys: join(folder, 'journeys.json') }
const bin = join(root, 'node_modules/.bin')
const env: NodeJS.ProcessEnv = {
  ...process.env,
  // No test may touch a database that the tests did not make. Empty variables count as unset.
  ...Object.fromEntries([...settingNames, 'ENV_FILE'].map((name) => [name, ''])),
  PATH: `${bin}:${process.env.PATH}`,
  // Tests start the program more than a hundred times: only the first start compiles its modules.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  PLAYWRIGHT_JSON_OUTPUT_NAME: reports.journeys,
}
const sum = { passed: 0, failed: 0, skipped: 0 }
const failed: string[] = []

await check('Format and lint', () => run('biome', ['ci', '.']))
await check('Types', () => run('tsc', ['-p', '.']))
await check('Types of the oldest browsers', () => run('tsc', ['-p', 'tsconfig.browser.json']))
// Once, before tests that need it run at the same time.
await check('Build', () => buildWhenChanged(say).then(() => 0))
const browser = await findBrowser(say)
if (browser) env.BROWSER_PATH = browser
else tell('No browser for the tests: install Chromium, or set BROWSER_PATH to one, and run npm test again.')
const missing = installMissing(say)
if (missing.length > 0)
  tell(`Not tested with ${missing.join(', ')}: the packages are installed only on Debian, as root.`)
// Both runners often wait, and together they keep the processor busy.
const output = openSync(join(folder, 'journeys.txt'), 'w')
const journeys = run('playwright', ['test', '--reporter=list,json'], output)
await check(
  'Architecture, units, components, database, API',
  () =>
    run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]),
  () => {
    const report = readReport<JsonTestResults>(reports.vitest)
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report ?? {}
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  },
)
await check(
  'Journeys in a browser',
  () => journeys,
  () => {
    closeSync(output)
    say(readFileSync(join(folder, 'journeys.txt'), 'utf8'))
    const {
      expected = 0,
      unexpected = 0,
      flaky = 0,
      skipped = 0,
    } = readReport<JSONReport>(reports.journeys)?.stats ?? {}
    // A test that passes only when tried again is a defect.
    return { passed: expected, failed: unexpected + flaky, skipped }
  },
)

rmSync(folder, { recursive: true, force: true })
if (failed.length > 0) say(`\nFailed, see above: ${failed.join('; ')}`)
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
say(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exit(failed.length === 0 ? 0 : 1)

/** Counts a program that ends with 0 as one check that has passed, or the tests that it has reported. */
async function check(title: string, work: () => Promise<number>, tests?: () => Outcome): Promise<void> {
  const started = Date.now()
  say(`\n── ${title}`)
  const code = await work().catch((error: unknown) => {
    say(String(error))
    return 1
  })
  const outcome = tests?.() ?? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 }
  // Also for a runner that fails without a failed test, or that runs no test.
  if (outcome.failed === 0 && (code !== 0 || outcome.passed === 0)) outcome.failed = 1
  for (const name of ['passed', 'failed', 'skipped'] as const) sum[name] += outcome[name]
  if (outcome.failed > 0) failed.push(title)
  const seconds = Math.round((Date.now() - started) / 1000)
  say(`   ${outcome.passed} passed, ${outcome.failed} failed · ${seconds} s`)
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Runs a program of a package, whose output goes to the terminal or to an open file. Returns its exit code. */
function run(program: string, parameters: string[], to: 'inherit' | number = 'inherit'): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(bin, program), parameters, { cwd: root, env, stdio: ['ignore', to, to] })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
