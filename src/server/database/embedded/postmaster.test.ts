import { expect, test } from 'vitest'
import { fatalMessage } from './postmaster.ts'

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
