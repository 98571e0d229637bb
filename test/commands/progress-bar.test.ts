import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { progressBar } from '#commands/ops/progress-bar.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function stream(isTTY: boolean) {
  const written: string[] = []
  const fake = { isTTY, write: (text: string) => written.push(text) }
  return { written, stream: fake as unknown as NodeJS.WriteStream }
}

test('work of less than a second shows no progress', () => {
  const { written, stream: terminal } = stream(true)
  const bar = progressBar('Notes', terminal)
  vi.advanceTimersByTime(900)
  bar.show(500, 1000)
  bar.end()
  expect(written).toEqual([])
})

test('a terminal shows one line, replaced each second, that ends at 100 %', () => {
  const { written, stream: terminal } = stream(true)
  const bar = progressBar('Notes', terminal)
  vi.advanceTimersByTime(1_000)
  bar.show(500, 1000)
  bar.show(501, 1000)
  vi.advanceTimersByTime(900)
  bar.show(1000, 1000)
  bar.end()
  expect(written).toEqual([
    '\r\u001b[KNotes: 50 % (500 of 1,000)',
    '\r\u001b[KNotes: 100 % (1,000 of 1,000)',
    '\n',
  ])
})

test('a file gets a whole line each second', () => {
  const { written, stream: file } = stream(false)
  const bar = progressBar('Notes', file)
  for (let done = 0; done < 30; done++) {
    bar.show(done, 30)
    vi.advanceTimersByTime(100)
  }
  bar.end()
  expect(written).toEqual([
    'Notes: 33 % (10 of 30)\n',
    'Notes: 66 % (20 of 30)\n',
    'Notes: 96 % (29 of 30)\n',
  ])
})
