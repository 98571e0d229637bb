import { publicPaths } from '#contract/paths.ts'
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
