import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStillRunning, until } from '#test/support/database-process.ts'
import { root } from '#test/support/source-tree.ts'

/* `npm run bench`, on few records and for moments only: no figure is looked at, only that they come. */

let temporary: string
let child: ChildProcess | undefined
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'bench-test-'))
})
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(temporary, { recursive: true, force: true })
})

test('a benchmark prints a table for each number of callers and leaves nothing behind', async () => {
  const bench = start(
    '--clients',
    '40',
    '--notes',
    '80',
    '--seconds',
    '0.05',
    '--rounds',
    '1',
    '--only',
    'summary,sign in,add a note,key press',
  )
  await once(bench.child, 'close')
  expect({ code: bench.child.exitCode, progress: bench.progress() }).toEqual({
    code: 0,
    progress: expect.stringContaining('add a note, 100 at once'),
  })
  for (const callers of ['1 caller', '20 callers at once', '100 callers at once']) {
    expect(bench.printed()).toContain(`${callers}, 40 clients, 80 notes`)
  }
  for (const line of ['summary', 'sign in', 'add a note']) {
    expect(bench.printed()).toMatch(new RegExp(`^${line} .* 0$`, 'm'))
  }
  expect(bench.printed()).toMatch(/^key press to new rows, 40 clients .*\d$/m)
  expect(dataFolders()).toEqual([])
})

test('Ctrl-C in the middle stops every process of it and removes its folder', async () => {
  const bench = start('--clients', '40', '--notes', '80', '--seconds', '60', '--only', 'health')
  await until(() => bench.progress().includes('1 of 3') || bench.child.exitCode !== null)
  const postmaster = postmasterPid()
  expect(isStillRunning(postmaster)).toBe(true)
  bench.child.kill('SIGINT')
  await once(bench.child, 'close')
  expect(bench.child.exitCode, bench.progress()).toBe(130)
  expect(dataFolders()).toEqual([])
  await until(() => !isStillRunning(postmaster))
})

test('a size that is no number is refused with a sentence that shows how it is written', async () => {
  const bench = start('--clients', 'many')
  await once(bench.child, 'close')
  expect(bench.child.exitCode).toBe(1)
  expect(bench.progress()).toContain('--clients is a whole number from 20 to 1000000.')
  expect(bench.progress()).toContain('Usage: npm run bench')
})

/** Its data go to a folder of the test, whose end tells whether it cleaned up. */
function start(...parameters: string[]) {
  const started = spawn(process.execPath, [join(root, 'bench/run.ts'), ...parameters], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  const texts = { printed: '', progress: '' }
  started.stdout.on('data', (part) => {
    texts.printed += part
  })
  started.stderr.on('data', (part) => {
    texts.progress += part
  })
  return { child: started, printed: () => texts.printed, progress: () => texts.progress }
}

/** Node.js keeps a cache of its own in the same place. */
function dataFolders(): string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('stable-housing-trial-'))
}

function postmasterPid(): number {
  const [folder = ''] = dataFolders()
  const dataDir = join(temporary, folder)
  const { home } = JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8'))
  const cluster = home === '.' ? dataDir : home
  return Number(readFileSync(join(cluster, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}
