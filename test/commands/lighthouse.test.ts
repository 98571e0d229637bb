import { expect, test } from 'vitest'
import { type LighthouseResult, readRun, untilMeasured } from '#commands/lighthouse/lighthouse-result.ts'
import { readOptions } from '#commands/lighthouse/options.ts'
import { complaintsAbout, median, type Run, runsMissing, scoreOf } from '#commands/lighthouse/scores.ts'

const run = (performance: number, others: Partial<Record<keyof Run, number>> = {}): Run => {
  const all = { performance, accessibility: 100, 'best-practices': 100, seo: 100, ...others }
  const shortfalls = (score: number) => (score < 100 ? [{ id: `audit-${score}`, explanation: 'Why' }] : [])
  const entries = Object.entries(all).map(([name, score]) => [name, { score, shortfalls: shortfalls(score) }])
  return Object.fromEntries(entries)
}

test('a page is complained about for each bar that it misses, by name and with the checks', () => {
  expect(complaintsAbout('/home', [run(98)])).toEqual([])
  expect(complaintsAbout('/home', [run(97, { seo: 99 })])).toEqual([
    '/home has 97 in performance, and needs 98.\n    audit-97: Why',
    '/home has 99 in seo, and needs 100.\n    audit-99: Why',
  ])
})

test('the median of performance counts, and the worst of everything else', () => {
  const runs = [run(100), run(90, { accessibility: 96 }), run(99)]
  expect(scoreOf(runs, 'performance')).toBe(99)
  expect(scoreOf(runs, 'accessibility')).toBe(96)
  expect(complaintsAbout('/home', runs)).toHaveLength(1)
  expect(median([97, 100])).toBe(97)
})

test('low performance is looked at twice more, and nothing else is', () => {
  expect(runsMissing([], 1)).toBe(1)
  expect(runsMissing([run(100), run(100)], 3)).toBe(1)
  expect(runsMissing([run(98, { seo: 50 })], 1)).toBe(0)
  expect(runsMissing([run(97)], 1)).toBe(2)
  expect(runsMissing([run(97), run(99)], 1)).toBe(1)
  expect(runsMissing([run(97), run(97), run(97)], 1)).toBe(0)
})

const audits = {
  bad: {
    title: 'Buttons have no name',
    score: 0,
    scoreDisplayMode: 'binary',
    details: { items: [{ node: { snippet: '<button>' } }] },
  },
  broken: { title: 'Contrast', score: null, scoreDisplayMode: 'error', errorMessage: 'It broke.' },
  good: { title: 'Language', score: 1, scoreDisplayMode: 'binary' },
  hint: { title: 'Only a hint', score: 0, scoreDisplayMode: 'binary' },
}
const auditRefs = Object.keys(audits).map((id) => ({ id, weight: id === 'hint' ? 0 : 1 }))
const clean = { score: 1, auditRefs: [] }

test('of an answer, the checks that cost points are kept with an example, and hints are not', () => {
  const categories = {
    performance: { score: 0.985, auditRefs: [] },
    accessibility: { score: 0.5, auditRefs },
    'best-practices': { score: null, auditRefs },
    seo: clean,
  }
  const result: LighthouseResult = { lhr: { categories, audits }, report: '' }
  const read = readRun(result)
  expect(read.performance.score).toBe(99)
  expect(read.accessibility).toEqual({
    score: 50,
    shortfalls: [
      { id: 'bad', explanation: 'Buttons have no name · <button>' },
      { id: 'broken', explanation: 'It broke.' },
    ],
  })
  expect(read['best-practices'].score).toBe(0)
})

test('a page that could not be measured has reached nothing', () => {
  const runtimeError = { code: 'NO_FCP', message: 'The page did not paint.' }
  const read = readRun({ lhr: { runtimeError, categories: {}, audits: {} }, report: '' })
  expect(complaintsAbout('/home', [read])).toHaveLength(4)
  expect(complaintsAbout('/home', [read])[0]).toContain('NO_FCP: The page did not paint.')
})

test('a measurement that came to nothing is begun anew, three times at most', async () => {
  const failed = {
    lhr: { runtimeError: { code: 'NO_FCP', message: '' }, categories: {}, audits: {} },
    report: '',
  }
  const fine = { lhr: { categories: {}, audits: {} }, report: 'fine' }
  const coming = [failed, failed, fine, fine]
  expect(await untilMeasured(async () => coming.shift() ?? fine)).toBe(fine)
  expect(coming).toHaveLength(1)
  let attempts = 0
  const never = async () => {
    attempts++
    return failed
  }
  expect(await untilMeasured(never)).toBe(failed)
  expect(attempts).toBe(3)
})

test('a wrong option is met with a sentence', () => {
  expect(readOptions(['--runs', '3'])).toEqual({ only: '', runs: 3, report: undefined })
  expect(readOptions(['--help'])).toBeUndefined()
  expect(() => readOptions(['--runs', '0'])).toThrow('--runs is a whole number from 1 to 99.')
  expect(() => readOptions(['--run', '3'])).toThrow(/^Unknown option/)
})
