import { publicPaths } from '#contract/paths.ts'
import { decksOfTraining } from '#contract/training/decks.ts'
import { lookAs, violations } from '#test/support/accessibility.ts'
import { expect, test } from '#test/support/journey.ts'
import { badLineBreaks, overflowing } from '#test/support/layout-checks.ts'

test('every slide of every deck meets WCAG 2.2 AA and fits', async ({ page, backend }) => {
  test.slow(true, 'opens every slide')
  await page.goto(`${backend.product.url}${publicPaths.home}`)
  for (const deck of [...decksOfTraining.admin, ...decksOfTraining.employee]) {
    await page.goto(`/training/${deck}`)
    await lookAs(page, 'smallAndDark')
    expect(await violations(page), deck).toEqual([])
    for (const look of ['smallAndDark', 'wide'] as const) {
      await lookAs(page, look)
      const problems = [...(await page.evaluate(overflowing)), ...(await page.evaluate(badLineBreaks))]
      expect(problems, `${deck}, ${look}`).toEqual([])
    }
  }
  // All decks have the same colors.
  expect(await violations(page), 'in light colors').toEqual([])
})
