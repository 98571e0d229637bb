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

test('what takes less than a second shows no bar at all', () => {
  const { written, stream: terminal } = stream(true)
  const bar = progressBar('Notes', terminal)
  vi.advanceTimersByTime(900)
  bar.show(500, 1000)
  bar.end()
  expect(written).toEqual([])
})

test('on a terminal one line is drawn over and over, at most ten times a second, and ends full', () => {
  const { written, stream: terminal } = stream(true)
  const bar = progressBar('Notes', terminal)
  vi.advanceTimersByTime(1_000)
  bar.show(500, 1000)
  bar.show(501, 1000)
  vi.advanceTimersByTime(100)
  bar.show(1000, 1000)
  bar.end()
  expect(written).toHaveLength(4)
  expect(written[0]).toBe(`\r\u001b[KNotes ${'█'.repeat(14)}${'░'.repeat(14)} 50 % · 500 of 1,000`)
  expect(written.at(-2)).toMatch(/Notes █{28} 100 % · 1,000 of 1,000$/)
  expect(written.at(-1)).toBe('\n')
})

test('in a file a whole line comes every five seconds', () => {
  const { written, stream: file } = stream(false)
  const bar = progressBar('Notes', file)
  for (let done = 0; done <= 60; done++) {
    bar.show(done, 60)
    vi.advanceTimersByTime(200)
  }
  bar.end()
  expect(written).toHaveLength(3)
  for (const line of written) expect(line).toMatch(/^Notes [█░]{28} \d+ % · \d+ of 60\n$/)
})
