import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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

const [, , scope] = process.argv
if (process.argv.length > 3 || (scope !== undefined && scope !== 'all')) {
  tell(
    'npm test and npm run test:all take no parameters. To run one file: npx vitest run FILE, or npx playwright test FILE.',
  )
  process.exit(1)
}
const isAll = scope === 'all'
const folder = mkdtempSync(join(tmpdir(), 'stable-housing-checks-'))
/** Vitest and Playwright write the same format. */
const report = join(folder, 'junit.xml')
const bin = join(root, 'node_modules/.bin')

const browser = await findBrowser(say)
if (!browser) tell('No browser for the tests: install Chromium, or set BROWSER_PATH to one, and start again.')
const missing = isAll ? installMissing(say) : []
if (missing.length > 0)
  tell(`Not tested with ${missing.join(', ')}: the packages are installed only on Debian, as root.`)

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // No test may touch a database that the tests did not make. Empty variables count as unset.
  ...Object.fromEntries([...settingNames, 'ENV_FILE'].map((name) => [name, ''])),
  ...(browser && { BROWSER_PATH: browser }),
  PATH: `${bin}:${process.env.PATH}`,
  // Tests start the program many times: only the first start compiles its modules.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  TEST_ALL: isAll ? 'yes' : '',
  PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
}

const total = { passed: 0, failed: 0, skipped: 0 }
const failed: string[] = []
const files: { name: string; seconds: number }[] = []

// Side by side: each alone leaves a core idle for a while.
const lint = start('biome', 'ci', '.')
// One checker of types instead of four takes a third less CPU.
const types = start('tsc', '-p', '.', '--checkers', '1')
const oldestTypes = start('tsc', '-p', 'tsconfig.browser.json', '--checkers', '1')
await check('Build', async () => {
  await buildWhenChanged(say)
  return true
})
await check('Format and lint', lint)
await check('Architecture, units, components, database, API', () =>
  run(
    ...['vitest', 'run', '--reporter=default', '--reporter=junit', `--outputFile.junit=${report}`],
    ...(isAll ? [] : ['--project', '!long']),
  ),
)
// The compiler takes longer than the build, on one core: the tests need not wait for it.
await check('Types', types)
await check('Types of the oldest browsers', oldestTypes)
// Dots leave the failures of the tests before them in sight: the last lines are all that some services keep.
await check('Journeys in a browser', () =>
  run('playwright', 'test', '--reporter=dot,junit', ...(isAll ? [] : ['--project', 'journeys'])),
)

rmSync(folder, { recursive: true, force: true })
if (failed.length > 0) say(`\nFailed, see above: ${failed.join('; ')}`)
say('\nThe slowest files, in seconds:')
for (const { name, seconds } of files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10))
  say(`${seconds.toFixed(1).padStart(6)}  ${name}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
say(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 ? 0 : 1)

/** A check without a report counts as one test, and so does a runner that fails without a failed test, or that runs none. */
async function check(title: string, work: () => boolean | Promise<boolean>): Promise<void> {
  const started = Date.now()
  say(`\n── ${title}`)
  const hasPassed = await Promise.try(work).catch((error: unknown) => say(String(error)))
  const found = readReport()
  const isReported = found.failed > 0 || (hasPassed && found.passed > 0)
  const outcome = isReported ? found : { ...found, [hasPassed ? 'passed' : 'failed']: 1 }
  for (const name of ['passed', 'failed', 'skipped'] as const) total[name] += outcome[name]
  if (outcome.failed > 0) failed.push(title)
  const seconds = Math.round((Date.now() - started) / 1000)
  say(`   ${outcome.passed} passed, ${outcome.failed} failed · ${seconds} s`)
}

/** Adds up the report of a runner, if there is one, and removes it. */
function readReport() {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  if (!existsSync(report)) return sum
  for (const [suite] of readFileSync(report, 'utf8').matchAll(/<testsuite [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(suite)?.[1] ?? ''
    const numberOf = (name: string) => Number(attribute(name))
    const unsuccessful = numberOf('failures') + numberOf('errors')
    sum.passed += numberOf('tests') - unsuccessful - numberOf('skipped')
    sum.failed += unsuccessful
    sum.skipped += numberOf('skipped')
    files.push({ name: attribute('name'), seconds: numberOf('time') })
  }
  rmSync(report)
  return sum
}

/** Starts a program of a package. Once asked, prints what it has printed and returns whether it succeeded. */
function start(program = '', ...parameters: string[]): () => Promise<boolean> {
  const child = spawn(join(bin, program), parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return async () => {
    const [output, errorOutput, [code]] = await ended
    process.stdout.write(output + errorOutput)
    return code === 0
  }
}

/** Runs a program of a package. Returns whether it succeeded. */
function run(program = '', ...parameters: string[]): boolean {
  return (
    spawnSync(join(bin, program), parameters, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
      .status === 0
  )
}
