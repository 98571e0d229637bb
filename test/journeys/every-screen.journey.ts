import { lookAs } from '#test/support/accessibility.ts'
import { expect, test } from '#test/support/journey.ts'
import { overflowing, overlaps, smallTargets } from '#test/support/layout-checks.ts'
import { addLongRecords, openScreen, pagesOfWebsite, screensOfPortal } from '#test/support/screen-checks.ts'

/* Every screen in one look. every-screen.long.journey.ts checks them in all, and their accessibility with axe-core. */

test.use({ hasTouch: true })

test('every page and screen opens at its address and fits on a small phone [T22]', async ({
  page,
  backend,
}) => {
  const found: string[] = []
  await lookAs(page, 'smallAndDark')
  for (const screen of [...pagesOfWebsite, ...screensOfPortal(await addLongRecords(backend))]) {
    await openScreen(page, screen, backend)
    for (const check of [overflowing, overlaps, smallTargets])
      found.push(...(await page.evaluate(check)).map((problem) => `${screen.path}: ${problem}`))
  }
  expect(found).toEqual([])
})
