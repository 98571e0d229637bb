import { expect, test } from 'vitest'
import { measurePage, missesAny, type Result } from '#commands/lighthouse-scores.ts'

/** The result of a run with these scores, best practices and SEO without shortfalls. */
const resultOf = ([performance, accessibility]: readonly [number, number]): Result => {
  const category = (score: number) => ({ score: score / 100, auditRefs: [] })
  const perfect = category(100)
  return {
    lhr: {
      categories: {
        performance: category(performance),
        accessibility: { ...category(accessibility), auditRefs: [{ id: 'button-name', weight: 1 }] },
        ...{ 'best-practices': perfect, seo: perfect },
      },
      audits: {
        'button-name': { title: 'Buttons have no name', score: accessibility < 100 ? 0 : 1 },
      },
    },
  }
}

const fast = [98, 100] as const
const slow = [97, 100] as const
const unreadable = [98, 99] as const

test.each([
  { runs: [fast], measured: 1, performance: 98, accessibility: 100, misses: false },
  { runs: [slow, fast, fast], measured: 3, performance: 98, accessibility: 100, misses: false },
  { runs: [slow, [100, 100], slow], measured: 3, performance: 97, accessibility: 100, misses: true },
  { runs: [unreadable, fast], measured: 1, performance: 98, accessibility: 99, misses: true },
  { runs: [slow, unreadable, [100, 100]], measured: 3, performance: 98, accessibility: 99, misses: true },
] as const)('counts the median performance and the worst of the other scores of $runs', async (row) => {
  const results = row.runs.map(resultOf)
  let measured = 0
  const page = await measurePage(async () => results[measured++] ?? resultOf(fast))
  const { performance, accessibility } = page.scores
  expect({ measured, performance, accessibility, misses: missesAny(page) }).toEqual({
    ...{ measured: row.measured, performance: row.performance },
    ...{ accessibility: row.accessibility, misses: row.misses },
  })
  expect(page.shortfalls).toHaveLength(accessibility < 100 ? 1 : 0)
})

test('a page that could not be measured has no points, and says why', async () => {
  const failed = { lhr: { runtimeError: { message: 'The page did not paint.' }, categories: {}, audits: {} } }
  expect(await measurePage(async () => failed)).toEqual({
    scores: { performance: 0, accessibility: 0, 'best-practices': 0, seo: 0 },
    shortfalls: ['The page did not paint.'],
  })
})
