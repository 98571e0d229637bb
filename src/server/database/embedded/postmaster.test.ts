import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fatalMessage, watchCluster } from './postmaster.ts'

const lockError = '2026-03-02 10:00:00.000 UTC [41] FATAL:  lock file "postmaster.pid" already exists'
const ending = '2026-03-02 10:00:00.010 UTC [12] FATAL:  terminating connection due to administrator command'
const crashed = '2026-03-02 10:00:00.020 UTC [43] PANIC:  could not write to file: No space left on device'

test.each([
  [
    'its own last fatal line, not that of another PostgreSQL',
    [lockError, ending],
    /^lock file "postmaster.pid"/,
  ],
  ['that of a child process when it wrote none', ['[41] LOG:  starting', crashed], /^could not write/],
  ['the last line when none is fatal', ['postgres: bad option'], /^postgres: bad option$/],
])('the reason why PostgreSQL did not start is %s', (_, lines, message) => {
  expect(fatalMessage(`${lines.join('\n')}\n`, 41)).toMatch(message)
})

/** Watches with checks of the test's own. Returns the signals that PostgreSQL got. */
function watch({ isStopping = async () => false, isRemoved = async () => false } = {}): string[] {
  const signals: string[] = []
  onTestFinished(
    watchCluster({ isStopping, isRemoved, signal: (name) => void signals.push(name), interval: 1 }),
  )
  return signals
}

test('ends PostgreSQL when its data is found missing twice in a row, and not once', async () => {
  const answers = [true, false, true, false]
  const isRemoved = vi.fn(async () => answers.shift() ?? true)
  const signals = watch({ isRemoved })
  await vi.waitFor(() => expect(signals).toContain('SIGQUIT'))
  expect(isRemoved.mock.calls.length).toBeGreaterThanOrEqual(6)
})

test('turns a smart shutdown into a fast one', async () => {
  const signals = watch({ isStopping: async () => true })
  await vi.waitFor(() => expect(signals).toContain('SIGINT'))
})

test('leaves PostgreSQL alone while checks fail', async () => {
  const fail = vi.fn(async () => {
    throw Object.assign(new Error('i/o error'), { code: 'EIO' })
  })
  const signals = watch({ isRemoved: fail })
  await vi.waitFor(() => expect(fail.mock.calls.length).toBeGreaterThan(5))
  expect(signals).toEqual([])
})

test('waits for a check that never ends, as on a hung mount, and starts no other', async () => {
  const hang = vi.fn(() => new Promise<boolean>(() => {}))
  const signals = watch({ isRemoved: hang })
  await pause(50)
  expect(hang).toHaveBeenCalledTimes(1)
  expect(signals).toEqual([])
})
