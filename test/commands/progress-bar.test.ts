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

test('shows nothing for work of less than a second [T358]', () => {
  const { written, stream: terminal } = stream(true)
  const bar = progressBar('Notes', terminal)
  vi.advanceTimersByTime(900)
  bar.show(500, 1000)
  bar.end()
  expect(written).toEqual([])
})

test('shows one line on a terminal, replaced each second, up to 100 % [T359]', () => {
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
