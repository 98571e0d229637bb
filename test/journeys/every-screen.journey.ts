import { lookAs, violations } from '#test/support/accessibility.ts'
import { expect, test } from '#test/support/journey.ts'
import { overflowing, overlaps, smallTargets } from '#test/support/layout-checks.ts'
import { addLongRecords, openScreen, pagesOfWebsite, screensOfPortal } from '#test/support/screen-checks.ts'

/* Every screen in one look. every-screen.long.journey.ts checks them in all. */

test.use({ hasTouch: true })

test('every page and screen opens at its address, fits on a small phone and meets WCAG 2.2 AA [T22]', async ({
  page,
  backend,
}) => {
  const found: string[] = []
  await lookAs(page, 'smallAndDark')
  for (const screen of [...pagesOfWebsite, ...screensOfPortal(await addLongRecords(backend))]) {
    await openScreen(page, screen, backend)
    const problems = await violations(page)
    for (const check of [overflowing, overlaps, smallTargets]) problems.push(...(await page.evaluate(check)))
    found.push(...problems.map((problem) => `${screen.path}: ${problem}`))
  }
  expect(found).toEqual([])
})
