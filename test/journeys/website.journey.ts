import type { Locator, Page } from '@playwright/test'
import { publicPaths, signInPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { focusOutOfSight } from '#test/support/focus-in-sight.ts'
import { expect, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'

test('the cookie banner appears once the page runs, is answered once, and stays away [T19]', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await page.waitForURL(`**${publicPaths.home}`)
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  await expect(accept).toBeVisible()
  expect(await context.cookies(), 'no cookie before Accept').toEqual([])
  await expect(page.getByRole('button', { name: 'Essential only' })).toBeVisible()
  await expect(banner(page)).toContainText('This site sets no cookies for visitors.')
  await expect(banner(page).getByRole('link')).toHaveAttribute('href', publicPaths.cookie)
  await accept.click()
  await expect(accept).toBeHidden()
  // The space reserved at the end of the page is gone.
  await expect(page.locator('body')).toHaveCSS('margin-bottom', '0px')
  expect(await context.cookies(), 'no optional cookie exists').toEqual([])
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).not.toBeNull()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(accept).toBeHidden()
})

const phones = [
  { width: 375, height: 667 },
  { width: 320, height: 568 },
]

test('the page is shown before its script arrives, and does not move when it does', async ({ page }) => {
  for (const size of [
    { width: 320, height: 568 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    const letThrough = await holdRequests(page, '**/assets/site-*.js')
    await page.goto(publicPaths.home, { waitUntil: 'commit' })
    await painted(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    letThrough()
    await expect(banner(page)).toBeVisible()
    expect(await shiftOf(page), `${size.width} px`).toBe(0)
    await page.unrouteAll()
  }
})

test('the first view on a phone shows the number to call and the navigation above and below the cookie banner', async ({
  page,
}) => {
  for (const size of phones) {
    await page.setViewportSize(size)
    await page.goto(publicPaths.home)
    const over = await boxOf(banner(page))
    const call = await boxOf(page.getByRole('link', { name: 'Talk to us (612) 555-0142' }))
    const bar = await boxOf(page.getByRole('banner').getByRole('navigation'))
    expect(call.y + call.height, 'the call is above the banner').toBeLessThanOrEqual(over.y)
    expect(over.y + over.height, 'the banner is above the bar').toBeLessThanOrEqual(bar.y + 1)
    expect(bar.y + bar.height).toBe(size.height)
  }
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto(signInPaths.login)
  const over = await boxOf(banner(page))
  const login = await boxOf(page.getByRole('button', { name: 'Login', exact: true }))
  expect(login.y + login.height, 'the way in, on the login page').toBeLessThanOrEqual(over.y)
})

test('the cookie banner never covers what has focus, nor the end of the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const path of [publicPaths.home, signInPaths.login]) {
    await page.goto(path)
    const over = await boxOf(banner(page))
    if (path === signInPaths.login) await page.getByLabel('Email', { exact: true }).waitFor()
    expect(await focusOutOfSight(page), path).toEqual([])
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const end = await boxOf(page.getByRole('contentinfo').getByText(/^©/))
    expect(end.y + end.height, path).toBeLessThanOrEqual(over.y)
  }
  await expectAccessible(page, 'the banner')
})

test('the link for signed-in staff is in view, and does not move the page when it arrives', async ({
  page,
}) => {
  await page.addInitScript(rememberAdmin)
  const header = page.getByRole('banner')
  for (const width of [320, 600, 960]) {
    await page.setViewportSize({ width, height: 812 })
    await page.goto(publicPaths.home)
    await expect(page.getByRole('link', { name: 'Staff portal' })).toBeInViewport({ ratio: 1 })
    await expect(header.getByRole('link', { name: 'Stable Housing Relocation' })).toBeVisible()
    expect(await shiftOf(page), `${width} px`).toBeLessThan(0.01)
  }
})

test('the answer about cookies is shown in the cookie policy and can be changed there [T313]', async ({
  page,
}) => {
  await page.goto(publicPaths.cookie)
  const choice = page.getByRole('region', { name: 'Your answer now' })
  await expect(choice).toContainText('You have not answered yet.')
  await choice.getByRole('button', { name: 'Essential only' }).click()
  await expect(choice).toContainText('You said: essential only.')
  const stored = () => page.evaluate((key) => localStorage.getItem(key), storageKeys.cookieConsent)
  expect(await stored()).toBe('essential')
  await page.reload()
  await expect(choice).toContainText('You said: essential only.')
  await choice.getByRole('button', { name: 'Accept optional cookies' }).click()
  await expect(choice).toContainText('You said yes')
  expect(await stored()).not.toBe('essential')
})

test('a printed page has no navigation and no buttons, and dark ink on white', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const path of [publicPaths.housingTransition, publicPaths.privacy]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    const [ink, paper] = await page.evaluate(() => [
      getComputedStyle(document.querySelector('main section p') ?? document.body).color,
      getComputedStyle(document.body).backgroundColor,
    ])
    const lightness = (color = '') => Math.max(...(color.match(/\d+/g) ?? ['0']).slice(0, 3).map(Number))
    expect(lightness(ink)).toBeLessThan(100)
    expect(paper).toMatch(/rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/)
  }
})

/** Stores what the public pages read of an admin's session. */
function rememberAdmin() {
  localStorage.setItem('role', 'admin')
  localStorage.setItem('token', `x.${btoa(JSON.stringify({ exp: Date.now() }))}.x`)
}

/** The page's cumulative layout shift. */
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

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible()
  return (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}
