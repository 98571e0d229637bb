import { publicPaths, screenPath } from '#contract/paths.ts'
import { decksOfTraining } from '#contract/training/decks.ts'
import { expectAccessible, twoLooks } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { tornLines } from '#test/support/torn-lines.ts'

test('an employee goes through the deck by keyboard, marks it as done, and the super-admin sees it', async ({
  page,
  staffed,
}) => {
  const employee = await staffed.employ('employee')
  await openAs(page, employee, screenPath('manager', 'employeeTraining'))
  await expect(page.getByRole('heading', { name: 'Employee Training', level: 1 })).toBeVisible()
  await expect(
    page.getByRole('list').filter({ hasText: 'Client management' }).getByRole('listitem'),
  ).toHaveCount(10)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Your first week' })).toBeVisible()
  const address = () => frame.locator('html').evaluate(() => location.pathname + location.hash)
  await frame.getByRole('link', { name: 'Next slide' }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(address).toBe('/training/first-week#slide-2')
  await expect(frame.locator('#slide-2')).toBeInViewport({ ratio: 0.5 })
  const scrolled = () => frame.locator('html').evaluate((html) => html.scrollTop)
  const before = await scrolled()
  await page.keyboard.press('PageDown')
  await expect.poll(scrolled).toBeGreaterThan(before)

  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('IFRAME')
  await expect(page.locator('iframe')).toBeFocused()
  await page.keyboard.press('End')
  const leftBelow = () =>
    frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight - html.scrollTop)
  // A slide may snap a little above the end.
  await expect.poll(leftBelow).toBeLessThan(100)
  await page.evaluate(() => document.exitFullscreen())

  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible()
  await expectAccessible(page, 'the employee training', { looks: twoLooks, without: 'iframe' })
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(page.getByText('1-844-880-1574')).toBeVisible()
  expect(await tornLines(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await openAs(page, 'admin@example.org', screenPath('admin', 'training'))
  await expect(page.locator('iframe')).toHaveCount(decksOfTraining.admin.length)
  await expect(page.getByText('Lead the work, protect the people')).toBeVisible()
  const key = page.getByRole('region', { name: 'Key responsibilities' })
  await expect(key.getByRole('heading', { level: 3 })).toHaveText([
    'User management',
    'Client notes oversight',
    'Data privacy',
    'Report generation',
  ])
  const records = page.getByRole('region', { name: 'Who has done which deck' })
  // Whoever else works here has done none.
  const done = records.getByRole('row').filter({ hasText: 'All done' })
  await expect(done).toHaveCount(1)
  await expect(done).toContainText('Your first week')
  await expectAccessible(page, 'the administrative training', { looks: twoLooks, without: 'iframe' })
})

test('a mouse wheel turned notch by notch leaves a slide', async ({ page }) => {
  await page.setViewportSize({ width: 1130, height: 706 })
  await page.goto('/training/first-week')
  await page.mouse.move(400, 300)
  const scrolled = () => page.evaluate(() => scrollY)
  for (const notches of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await page.mouse.wheel(0, 120)
    await expect.poll(scrolled).toBe(notches * 120)
  }
  // Long enough for a slide to snap back.
  await page.waitForTimeout(1_000)
  expect(await scrolled()).toBe(8 * 120)
})

test('every slide of every deck breaks no rule of WCAG 2.2 AA and fits its frame', async ({
  page,
  staffed,
}) => {
  test.slow(true, 'opens every slide')
  await page.goto(`${staffed.product.url}${publicPaths.home}`)
  for (const deck of [...decksOfTraining.admin, ...decksOfTraining.employee]) {
    await page.goto(`/training/${deck}`)
    await expectAccessible(page, deck, { looks: twoLooks })
    await page.setViewportSize({ width: 320, height: 500 })
    expect(await tornLines(page), deck).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('sixteen and eight links open in new tabs that learn nothing of the portal', async ({
  page,
  staffed,
}) => {
  await openAs(page, 'admin@example.org', screenPath('admin', 'adminLinks'))
  await expect(
    page.getByText('These are important Employee links to help make task easy on Employee'),
  ).toBeVisible()
  const links = page.locator('.link-card a')
  await expect(links).toHaveCount(16)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link).toHaveAttribute('href', /^https:\/\//)
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'DHS-7948' })).toContainText(
    'Closed October 2025',
  )
  await expectAccessible(page, 'the admin links', { looks: twoLooks })
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'resources'))
  await expect(page.getByRole('heading', { name: 'Management Resources', level: 1 })).toBeVisible()
  await expect(links).toHaveCount(8)
})
