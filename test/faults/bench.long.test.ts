import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { isStillRunning, until } from '#test/support/database-process.ts'
import { processEnd } from '#test/support/process-end.ts'
import { root } from '#test/support/source-tree.ts'

// Builds the product and starts three servers.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/* `npm run bench`, on few records and for moments only: no figure is looked at, only that they come. */

let temporary: string
let child: ChildProcess | undefined
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'bench-test-'))
})
afterEach(async () => {
  child?.kill('SIGTERM')
  if (child) await processEnd(child)
  rmSync(temporary, { recursive: true, force: true })
})

test('all programs give the same answers to every call, whose figures are printed, and nothing is left [T326]', async () => {
  const bench = start('--clients', '40', '--seconds', '0.05', '--rounds', '1')
  await bench.closed
  expect(bench.child.exitCode, bench.progress()).toBe(0)
  const lines = bench.printed().matchAll(/^\| (\w[^|]+?) +\| +[\d.]+ \| +[\d.]+ \| +[\d.]+ \|$/gm)
  expect(Array.from(lines, ([, call]) => call)).toEqual([
    'one client',
    'client counts',
    'notes of a client',
    'details page',
    'search',
    'whole list',
    'dashboard of a worker',
    'dashboard of a super-admin',
    'add a note',
    'edit a client',
  ])
  expect(dataFolders()).toEqual([])
})

test('--browser prints what people wait for, the start and the memory, and leaves nothing [T1701]', async () => {
  const bench = start('--browser', '--clients', '20', '--rounds', '1')
  await bench.closed
  expect(bench.child.exitCode, bench.progress()).toBe(0)
  const lines = bench.printed().matchAll(/^\| (\S[^|]+?): [^|]+\| +20 \| +[\d.,]+ \| +[\d.,]+ \|$/gm)
  expect(Array.from(lines, ([, name]) => name)).toEqual([
    'a key in the search',
    'a click on a client',
    '`npm start`',
    'the server a minute later',
  ])
  expect(dataFolders()).toEqual([])
})

test('Ctrl-C stops every process of the benchmark and removes its folder', async () => {
  const bench = start('--clients', '40', '--seconds', '60', '--only', 'one client')
  await until(() => bench.progress().includes('20 at once') || bench.child.exitCode !== null)
  const postmaster = postmasterPid()
  expect(isStillRunning(postmaster)).toBe(true)
  bench.child.kill('SIGINT')
  await bench.closed
  expect(bench.child.exitCode, bench.progress()).toBe(130)
  expect(dataFolders()).toEqual([])
  await until(() => !isStillRunning(postmaster))
})

test.for([
  [['--clients', 'many'], '--clients is a number from 20 to 1000000.'],
  [['--product', '/nowhere'], '--product: /nowhere holds no package.json.'],
] as const)('%s is rejected with a sentence and the usage', async ([parameters, sentence]) => {
  const bench = start(...parameters)
  await bench.closed
  expect(bench.child.exitCode).toBe(1)
  expect(bench.progress()).toContain(sentence)
  expect(bench.progress()).toContain('Usage: npm run bench')
})

/** Its data go to a folder of the test, whose end tells whether it cleaned up. */
function start(...parameters: string[]) {
  const started = spawn(process.execPath, [join(root, 'bench/run.ts'), ...parameters], {
    cwd: root,
    env: { ...bareEnvironment, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  const closed = once(started, 'close')
  const texts = { printed: '', progress: '' }
  started.stdout.on('data', (part) => {
    texts.printed += part
  })
  started.stderr.on('data', (part) => {
    texts.progress += part
  })
  return { child: started, closed, printed: () => texts.printed, progress: () => texts.progress }
}

/** Node.js keeps a cache of its own in the same place. */
function dataFolders(): string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('stable-housing-trial-'))
}

function postmasterPid(): number {
  const [folder = ''] = dataFolders()
  return Number(readFileSync(join(temporary, folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}
