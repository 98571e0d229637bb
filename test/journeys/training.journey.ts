import { screenPath } from '#contract/paths.ts'
import { decksOfTraining } from '#contract/training/decks.ts'
import { expect, openAs, test } from '#test/support/journey.ts'

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
  await expect(page.getByText('Lead your team. Protect client privacy.')).toBeVisible()
  const key = page.getByRole('region', { name: 'Key responsibilities' })
  await expect(key.getByRole('heading', { level: 3 })).toHaveCount(4)
  const records = page.getByRole('region', { name: 'Training records' })
  // No other employee has done any.
  const done = records.getByRole('row').filter({ hasText: 'All done' })
  await expect(done).toHaveCount(1)
  await expect(done).toContainText('Your first week')
})
