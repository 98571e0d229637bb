import type { Page } from '@playwright/test'
import { publicPaths, signInPaths } from '#contract/paths.ts'
import { expect, test } from '#test/support/journey.ts'

test('the cookie banner appears once the page runs, is answered once, and stays away', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await page.waitForURL(`**${publicPaths.home}`)
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  await expect(accept).toBeVisible()
  expect(await context.cookies(), 'no cookie before Accept').toEqual([])
  await expect(page.getByRole('button', { name: 'Essential only' })).toBeVisible()
  await accept.click()
  await expect(accept).toBeHidden()
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).not.toBeNull()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(accept).toBeHidden()
})

test('header and footer have exactly the specified links', async ({ page }) => {
  await page.goto(publicPaths.home)
  const header = page.getByRole('banner').getByRole('navigation').getByRole('link')
  await expect(header).toHaveText(['HOME', 'ABOUT', 'CONTACT', 'SERVICES'], { useInnerText: true })
  const targets = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const path of ['/privacy', '/terms-of-services', '/cookies', '/contact'])
    expect(targets).toContain(path)
  await expect(page.getByRole('contentinfo')).toContainText(`${new Date().getFullYear()}`)
})

test('with scripts off the home page is whole', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}${publicPaths.home}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of ['HOME', 'ABOUT', 'CONTACT', 'SERVICES'])
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  await context.close()
})

test('on a phone the cookie banner covers nothing, and the page does not jump when it comes', async ({
  page,
}) => {
  for (const size of [
    { width: 375, height: 667 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size)
    for (const [path, wanted] of [
      [publicPaths.home, page.getByRole('link', { name: 'Talk to us' })],
      [signInPaths.login, page.getByRole('button', { name: 'Login', exact: true })],
    ] as const) {
      await page.goto(path)
      const banner = page.getByRole('region', { name: 'Cookies' })
      await expect(banner).toBeVisible()
      const header = await page.getByRole('banner').boundingBox()
      const box = await banner.boundingBox()
      expect(box?.y).toBe(0)
      expect(header?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) - 1)
      // A click checks that nothing lies over its target.
      await wanted.click({ trial: true })
      if (path === publicPaths.home) expect(await shiftOf(page)).toBeLessThan(0.01)
    }
  }
})

test('with text twice as large the header with the staff link stays within the page', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('role', 'admin')
    localStorage.setItem('token', `x.${btoa(JSON.stringify({ exp: Date.now() }))}.x`)
  })
  await page.goto(publicPaths.home)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(page.getByRole('link', { name: 'Staff portal' })).toBeInViewport({ ratio: 1 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

/** How far the page's parts have moved without anybody doing anything. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sum = (entries: PerformanceEntryList) =>
          entries.reduce((total, entry) => total + (entry as PerformanceEntry & { value: number }).value, 0)
        new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({
          type: 'layout-shift',
          buffered: true,
        })
        setTimeout(() => resolve(0), 500)
      }),
  )
}
