import { expect, test } from 'vitest'
import { sharedReads } from './shared-reads.ts'

test('calls that arrive while a read runs share the next one, and another key waits for neither [T1680]', async () => {
  const share = sharedReads()
  const runs: PromiseWithResolvers<number>[] = []
  const read = () => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  }
  const together = [share('all', read), share('all', read)]
  await expect.poll(() => runs.length).toBe(1)
  const later = [share('all', read), share('all', read), share('mine', read)]
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve(10)
  expect(await later[2]).toBe(10)
  runs[0]?.resolve(1)
  expect(await Promise.all(together)).toEqual([1, 1])
  await expect.poll(() => runs.length).toBe(3)
  runs[2]?.resolve(2)
  expect(await Promise.all(later.slice(0, 2))).toEqual([2, 2])
})

test('a read that fails fails for those who share it, and the next one runs [T1681]', async () => {
  const share = sharedReads()
  const failing = async () => {
    throw new Error('no')
  }
  const results = await Promise.allSettled([share('all', failing), share('all', failing)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('all', async () => 3)).toBe(3)
})
