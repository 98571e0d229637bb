import type { Page } from '@playwright/test'
import { publicPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { expect, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'

test('the cookie banner is answered once and stays away [T19]', async ({ page, context }) => {
  await page.goto('/')
  await page.waitForURL(`**${publicPaths.home}`)
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  await expect(accept).toBeVisible()
  expect(await context.cookies(), 'no cookie before Accept').toEqual([])
  await expect(page.getByRole('button', { name: 'Essential only' })).toBeVisible()
  await expect(banner(page)).toContainText('Only staff who sign in get a cookie.')
  await expect(banner(page).getByRole('link')).toHaveAttribute('href', publicPaths.cookie)
  await accept.click()
  await expect(accept).toBeHidden()
  expect(await context.cookies(), 'no optional cookie exists').toEqual([])
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).not.toBeNull()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(accept).toBeHidden()
})

test('the page is shown before its script arrives', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  const letThrough = await holdRequests(page, '**/assets/site-*.js')
  await page.goto(publicPaths.home, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  letThrough()
  await expect(banner(page)).toBeVisible()
})

test('a visitor who leaves quickly does not get back to the page with Back [T605]', async ({
  page,
  pageProblems,
}) => {
  await page.route('https://www.weather.gov/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Weather</h1>' }),
  )
  await page.goto('about:blank')
  await page.goto(publicPaths.contact)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const leave = page.getByRole('link', { name: 'Leave this site' })
  await expect(leave, 'stays in sight').toBeInViewport()
  await leave.click()
  await expect(page.getByRole('heading', { name: 'Weather' })).toBeVisible()
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  expect(pageProblems.splice(0)).toEqual(['request to https://www.weather.gov'])
})

test('the cookie policy shows and changes the answer [T313]', async ({ page }) => {
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

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
