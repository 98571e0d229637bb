import { failures } from '#contract/failures.ts'
import { type AnyScreen, screenPath, screensOf } from '#contract/paths.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { overflowing, overlaps } from '#test/support/layout-checks.ts'
import {
  addLongRecords,
  openFilters,
  openScreen,
  pagesOfWebsite,
  problemsOn,
  screensOfPortal,
} from '#test/support/screen-checks.ts'

/* Checks every page and screen that `npm run screens` takes pictures of, in every width and look. */

test.describe.configure({ mode: 'parallel' })
test.use({ hasTouch: true })

test('every page of the website is laid out and readable in every look', async ({ page, backend }) => {
  test.slow(true, 'opens many pages')
  expect(await problemsOn(page, pagesOfWebsite, backend)).toEqual([])
})

test('every screen of the portal opens at its address, laid out and readable in every look [T22]', async ({
  page,
  backend,
}) => {
  test.slow(true, 'opens many pages')
  const screens = screensOfPortal(await addLongRecords(backend))
  expect(await problemsOn(page, screens, backend)).toEqual([])
})

test('every screen fits on a phone with letters of double size', async ({
  playwright,
  launchOptions,
  baseURL,
  backend,
}) => {
  test.slow(true, 'opens many pages')
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage({ baseURL, viewport: { width: 375, height: 667 } })
  const found: string[] = []
  for (const screen of [...pagesOfWebsite, ...screensOfPortal(await addLongRecords(backend))]) {
    await openScreen(page, screen, backend)
    await openFilters(page)
    const problems = [overflowing, overlaps].map((check) => page.evaluate(check))
    found.push(...(await Promise.all(problems)).flat().map((problem) => `${screen.path}: ${problem}`))
  }
  await browser.close()
  expect(found).toEqual([])
})

test('every screen loads on request what failed to load [T305]', async ({ page, backend }) => {
  test.slow(true, 'opens many pages')
  const id = await addLongRecords(backend)
  await openAs(page, 'admin@example.org', screenPath('admin', 'dashboard'))
  const again = page.getByRole('button', { name: 'Try again' })
  const { message } = failures['server-failure']
  const failing = { status: 500, json: { code: 'server-failure', message } }
  for (const screen of screensOf('admin').filter((screen) => !readingNothing.includes(screen))) {
    await page.route('**/api/**', (route) => route.fulfill(failing))
    await page.goto(screenPath('admin', screen, id))
    await expect(again.first(), screen).toBeVisible()
    for (const alert of await page.getByRole('alert').allInnerTexts())
      expect(alert.match(/try again/g) ?? [], alert).toHaveLength(1)
    await page.unroute('**/api/**')
    await expect(async () => {
      if ((await again.count()) > 0) await again.first().click()
      expect(await again.count(), screen).toBe(0)
    }).toPass()
  }
})

const readingNothing: AnyScreen[] = ['addClient', 'addEmployee', 'profile']
