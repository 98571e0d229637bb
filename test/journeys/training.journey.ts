import { publicPaths, screenPath } from '#contract/paths.ts'
import { decksOfTraining } from '#contract/training/decks.ts'
import { lookAs, violations } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { badLineBreaks, overflowing } from '#test/support/layout-checks.ts'

test('an employee reads the slides and marks them as done [T65]', async ({ page, backend }) => {
  const employee = await backend.employ('employee')
  await openAs(page, employee, screenPath('manager', 'employeeTraining'))
  await expect(page.getByRole('heading', { name: 'Employee Training', level: 1 })).toBeVisible()
  await expect(
    page.getByRole('list').filter({ hasText: 'Client management' }).getByRole('listitem'),
  ).toHaveCount(10)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Your first week' })).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Open these slides in the portal' })).toHaveCount(0)
  const address = () => frame.locator('html').evaluate(() => location.pathname + location.hash)
  await frame.getByRole('link', { name: 'Next slide' }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(address).toBe('/training/first-week#slide-2')
  await expect(frame.locator('#slide-2')).toBeInViewport({ ratio: 0.5 })
  const scrolled = () => frame.locator('html').evaluate((html) => html.scrollTop)
  const before = await scrolled()
  await page.keyboard.press('ArrowRight')
  await expect.poll(scrolled).toBeGreaterThan(before)
  await expect(frame.locator('#slide-3')).toBeInViewport({ ratio: 0.5 })

  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('IFRAME')
  await expect(page.locator('iframe')).toBeFocused()
  const leftBelow = () =>
    frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight - html.scrollTop)
  // Snapping to a slide after the frame has grown can cancel the scroll, so End is pressed until it has its effect.
  await expect(async () => {
    await page.keyboard.press('End')
    // A slide may snap a little above the end.
    expect(await leftBelow()).toBeLessThan(100)
  }).toPass()
  await page.evaluate(() => document.exitFullscreen())

  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible()

  await openAs(page, 'admin@example.org', screenPath('admin', 'training'))
  await expect(page.locator('iframe')).toHaveCount(decksOfTraining.admin.length)
  await expect(page.getByText('Lead the work, protect the people')).toBeVisible()
  const key = page.getByRole('region', { name: 'Key responsibilities' })
  await expect(key.getByRole('heading', { level: 3 })).toHaveCount(4)
  const records = page.getByRole('region', { name: 'Training records' })
  // No other employee has done any.
  const done = records.getByRole('row').filter({ hasText: 'All done' })
  await expect(done).toHaveCount(1)
  await expect(done).toContainText('Your first week')
})

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

test('the sixteen and the eight links open in new tabs [T14]', async ({ page, backend }) => {
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
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'resources'))
  await expect(page.getByRole('heading', { name: 'Management Resources', level: 1 })).toBeVisible()
  await expect(links).toHaveCount(8)
})
