import { lookAs, violations } from '#test/support/accessibility.ts'
import { expect, test } from '#test/support/journey.ts'
import {
  addLongRecords,
  openScreen,
  pagesOfWebsite,
  problemsOn,
  screensOfPortal,
} from '#test/support/screen-checks.ts'

/* Every screen in one look, and a sample of them in all. every-screen.long.journey.ts checks all of them in all. */

test.use({ hasTouch: true })

const sample = [
  'home',
  'contact',
  'admin-dashboard',
  'admin-clients',
  'admin-client-notes',
  'admin-add-client',
]

test('six screens are laid out and readable in every look', async ({ page, backend }) => {
  const screens = [...pagesOfWebsite, ...screensOfPortal(await addLongRecords(backend))]
  const chosen = screens.filter(({ name }) => sample.includes(name))
  expect(chosen).toHaveLength(sample.length)
  expect(await problemsOn(page, chosen, backend)).toEqual([])
})

test('every page and screen opens at its address and meets WCAG 2.2 AA [T22]', async ({ page, backend }) => {
  const found: string[] = []
  await lookAs(page, 'smallAndDark')
  for (const screen of [...pagesOfWebsite, ...screensOfPortal(await addLongRecords(backend))]) {
    await openScreen(page, screen, backend)
    const problems = await violations(page, { without: 'iframe' })
    found.push(...problems.map((problem) => `${screen.path}: ${problem}`))
  }
  expect(found).toEqual([])
})
