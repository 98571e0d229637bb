import { expect, onTestFinished, test, vi } from 'vitest'
import { keyedSemaphore } from './keyed-semaphore.ts'

function gatedWork() {
  const started: string[] = []
  const gate = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    started.push(name)
    await gate.promise
    return name
  }
  return { started, open: gate.resolve, fail: gate.reject, work }
}

test('runs only so many at once with the same key, and the next when one has ended', async () => {
  const inTurn = keyedSemaphore({ most: 2, patience: 1_000 })
  const { started, open, work } = gatedWork()
  const results = ['first', 'second', 'third'].map((name) => inTurn('a', work(name)))
  const other = inTurn('b', work('other'))
  expect(started).toEqual(['first', 'second', 'other'])
  open()
  expect(await Promise.all([...results, other])).toEqual(['first', 'second', 'third', 'other'])
})

test('goes on after work that failed', async () => {
  const inTurn = keyedSemaphore({ most: 1, patience: 1_000 })
  const { fail, work } = gatedWork()
  const failing = inTurn('a', work('first'))
  const next = inTurn('a', async () => 'next')
  fail(new Error('failed'))
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
  expect(await inTurn('a', async () => 'later')).toBe('later')
})

test('fails what has waited too long, and never runs it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const inTurn = keyedSemaphore({ most: 1, patience: 1_000 })
  const { started, open, work } = gatedWork()
  const running = inTurn('a', work('first'))
  const refused = expect(inTurn('a', work('second'))).rejects.toMatchObject({ code: 'locked' })
  await vi.advanceTimersByTimeAsync(999)
  const third = inTurn('a', work('third'))
  await vi.advanceTimersByTimeAsync(1)
  await refused
  open()
  await Promise.all([running, third])
  expect(started).toEqual(['first', 'third'])
})
