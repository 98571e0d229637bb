import type { Locator, Page } from '@playwright/test'
import { publicPaths, signInPaths } from '#contract/paths.ts'
import { holdBack } from '#test/support/held-back.ts'
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
  await expect(banner(page)).toContainText('Today this site sets no cookies.')
  await expect(banner(page).getByRole('link')).toHaveAttribute('href', publicPaths.cookie)
  await accept.click()
  await expect(accept).toBeHidden()
  // No empty room is left at the end of the page.
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
    const letThrough = await holdBack(page, '**/assets/site-*.js')
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
    if (size.height === 667) expect(over.height).toBeLessThanOrEqual(667 / 4)
  }
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto(signInPaths.login)
  const over = await boxOf(banner(page))
  const login = await boxOf(page.getByRole('button', { name: 'Login', exact: true }))
  expect(login.y + login.height, 'the way in, on the login page').toBeLessThanOrEqual(over.y)
})

test('the cookie banner never covers what has focus, nor the end of the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of [publicPaths.home, signInPaths.login]) {
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
    if (path === signInPaths.login) await page.getByLabel('Email', { exact: true }).waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    const seen = await walkByKeyboard(page)
    expect(seen).toBeGreaterThan(15)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const end = await boxOf(page.getByRole('contentinfo').getByText(/^©/))
    const over = await boxOf(banner(page))
    expect(end.y + end.height, path).toBeLessThanOrEqual(over.y)
  }
})

test('links and buttons on a phone are at least 44 pixels high', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 667 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto(`${baseURL}${publicPaths.home}`)
  for (const name of ['United Way 211', 'Cookie policy', 'Help now'])
    expect((await boxOf(page.getByRole('link', { name }).first())).height, name).toBeGreaterThanOrEqual(44)
  for (const button of await banner(page).getByRole('button').all())
    expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44)
  await context.close()
})

test('a browser whose letters are twice as large shows the whole page on a phone, and nothing is fixed', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage({ viewport: { width: 375, height: 667 } })
  for (const path of [publicPaths.home, publicPaths.services, publicPaths.contact, signInPaths.login])
    await expectLargeTextToFit(page, `${baseURL}${path}`)
  await browser.close()
})

test('the PNG icons look like the SVG icon', async ({ page }) => {
  await page.goto(publicPaths.home)
  for (const [picture, drawing, side] of [
    ['/apple-touch-icon.png', '/icon-maskable.svg', 180],
    ['/icon-192.png', '/favicon.svg', 192],
    ['/icon-512.png', '/favicon.svg', 512],
    ['/favicon.ico', '/favicon.svg', 32],
  ] as const)
    expect(await differenceOf(page, picture, drawing, side), picture).toBeLessThan(0.01)
})

test('the sign-in pages show a placeholder card, and do not move when the form arrives', async ({ page }) => {
  for (const size of [
    { width: 375, height: 667 },
    { width: 1280, height: 800 },
  ])
    for (const path of [
      signInPaths.login,
      signInPaths.forgotPassword,
      `${signInPaths.setPassword}?token=x`,
    ]) {
      await page.setViewportSize(size)
      const letThrough = await holdBack(page, '**/assets/portal-*.js')
      await page.goto(path, { waitUntil: 'commit' })
      await painted(page)
      const place = await boxOf(page.locator('.portal-shell-skeleton .skeleton'))
      letThrough()
      const card = await boxOf(page.locator('.sign-in-card'))
      const seen = `${path} at ${size.width} px`
      expect({ x: card.x, y: card.y, width: card.width }, seen).toEqual({
        x: place.x,
        y: place.y,
        width: place.width,
      })
      expect(await shiftOf(page), seen).toBe(0)
      await page.unroute('**/assets/portal-*.js')
    }
})

test('the link for signed-in staff takes no row of its own, and does not move the page when it arrives', async ({
  page,
}) => {
  await page.addInitScript(rememberAdmin)
  const header = page.getByRole('banner')
  for (const width of [320, 600, 960]) {
    await page.setViewportSize({ width, height: 812 })
    await page.goto(publicPaths.home)
    await expect(page.getByRole('link', { name: 'Staff portal' })).toBeInViewport({ ratio: 1 })
    await expect(header.getByRole('link', { name: 'Stable Housing Relocation' })).toBeVisible()
    expect((await boxOf(header)).height, `${width} px`).toBeLessThan(80)
    expect(await shiftOf(page), `${width} px`).toBeLessThan(0.01)
  }
})

/** What a browser in which an admin has signed in keeps, as far as the public pages read it. */
function rememberAdmin() {
  localStorage.setItem('role', 'admin')
  localStorage.setItem('token', `x.${btoa(JSON.stringify({ exp: Date.now() }))}.x`)
}

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

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

/** Before it is, its styles may be on their way. */
const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible()
  return (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** From the first to the last place that takes focus; answers how many there were outside what is fixed. */
async function walkByKeyboard(page: Page): Promise<number> {
  for (let seen = 0; ; ) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(() => {
      const focused = document.activeElement
      const over = document.querySelector('.cookie-banner')?.getBoundingClientRect()
      if (!focused || !over || focused === document.body) return null
      if (focused.closest('.cookie-banner, .masthead-nav, .skip-link')) return 'fixed'
      const { top, bottom } = focused.getBoundingClientRect()
      return { name: focused.textContent, top, below: bottom - over.top }
    })
    if (place === null) return seen
    if (place === 'fixed') continue
    seen += 1
    expect(place.below, `"${place.name}" ends above the banner`).toBeLessThanOrEqual(0)
    expect(place.top, `"${place.name}" begins on the screen`).toBeGreaterThanOrEqual(0)
  }
}

async function expectLargeTextToFit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(banner(page)).toHaveCount(1)
  const { overflow, fixed, right, broken } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    fixed: [...document.querySelectorAll('.masthead-nav, .cookie-banner')].filter(
      (element) => getComputedStyle(element).position === 'fixed',
    ).length,
    right: Math.max(
      ...[...document.querySelectorAll('.masthead a')].map((link) => link.getBoundingClientRect().right),
    ),
    broken: [...document.querySelectorAll('.masthead-nav a, .masthead .name-mark-name')].flatMap((label) => {
      const text = label.lastChild ?? label
      return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ index, 0: letters }) => {
        const word = document.createRange()
        word.setStart(text, index)
        word.setEnd(text, index + letters.length)
        return word.getClientRects().length > 1 ? [letters] : []
      })
    }),
  }))
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
  expect(right, `${path}: the header’s links`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  expect(broken, `${path}: words of the header on more than one line`).toEqual([])
  expect(fixed, `${path}: what is fixed`).toBe(0)
}

/** Mean difference of the colors of two pictures, drawn in that size: 0 is the same, 1 is black against white. */
function differenceOf(page: Page, one: string, other: string, side: number): Promise<number> {
  return page.evaluate(
    async ([first, second, size]) => {
      const pixels = async (address: string) => {
        const image = new Image()
        image.src = address
        await image.decode()
        const context = Object.assign(document.createElement('canvas'), {
          width: size,
          height: size,
        }).getContext('2d')
        context?.drawImage(image, 0, 0, size, size)
        return context?.getImageData(0, 0, size, size).data ?? new Uint8ClampedArray()
      }
      const [a, b] = [await pixels(first), await pixels(second)]
      return a.reduce((sum, value, place) => sum + Math.abs(value - (b[place] ?? 0)), 0) / a.length / 255
    },
    [one, other, side] as const,
  )
}
