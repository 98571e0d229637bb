import type { Page } from '@playwright/test'
import { formFilePath, formPaths, publicPaths } from '#contract/paths.ts'
import { expect, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'

const file = formFilePath(formPaths.advocacyService)

test('type and size of a form stay blank if they can’t be read [T38]', async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.route(`**${file}`, (route) => route.abort())
  await page.goto(publicPaths.additionalServices)
  const entry = entryOf(page, 'Advocacy Service Form')
  await expect.poll(() => warnings.length).toBe(1)
  await expect(entry.locator('dd')).toHaveText(['', ''])
  await expect(entry.getByRole('link', { name: 'Download PDF' })).toBeVisible()
})

test('a form without a content type shows Unknown, and an empty one 0 Bytes [T169]', async ({ page }) => {
  await page.addInitScript(() => {
    window.fetch = async () => new Response(null, { headers: { 'content-length': '0' } })
  })
  await page.goto(publicPaths.additionalServices)
  const facts = entryOf(page, 'Advocacy Service Form').locator('dd')
  await expect(facts).toHaveText(['Unknown', '0 Bytes'])
})

test('type and size of a form appear without moving the page [T35]', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'a.b.c'))
  const answer = await holdRequests(page, `**${file}`)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(publicPaths.additionalServices)
  const entry = entryOf(page, 'Advocacy Service Form')
  const before = await entry.boundingBox()
  const request = page.waitForRequest(`**${file}`)
  await page.reload()
  // docs/product.md 66.
  expect((await request).headers()).toMatchObject({ authorization: 'Bearer a.b.c' })
  answer()
  await expect(entry).toContainText('application/pdf')
  await expect(entry).toContainText(/\d KB/)
  expect(await entry.boundingBox()).toEqual(before)
})

function entryOf(page: Page, name: string) {
  return page.locator('.file-entry').filter({ hasText: name })
}
