import type { Page } from '@playwright/test'
import { forms } from '#contract/forms/forms.en.ts'
import { formFilePath, formPaths, publicPaths } from '#contract/paths.ts'
import { holdBack } from '#test/support/held-back.ts'
import { expect, test } from '#test/support/journey.ts'

const file = formFilePath(formPaths.advocacyService)

test('each service page has one form to download, with its type and size', async ({ page }) => {
  for (const form of forms) {
    await page.goto(form.service)
    const entry = entryOf(page, form.title)
    await expect(entry).toContainText('application/pdf')
    await expect(entry).toContainText(/\d KB/)
    await expect(page.getByRole('link', { name: 'Download PDF', exact: true })).toHaveCount(1)
    await entry.getByRole('link', { name: 'Read the form as a page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: form.title })).toBeVisible()
  }
})

test('when the file can’t be asked for, type and size stay blank, one warning is written, and no more', async ({
  page,
}) => {
  for (const answer of ['nothing', 'an error'] as const) {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await page.route(`**${file}`, (route) =>
      answer === 'nothing' ? route.abort() : route.fulfill({ status: 503 }),
    )
    await page.goto(publicPaths.additionalServices)
    const entry = entryOf(page, 'Advocacy Service Form')
    await expect.poll(() => warnings.length).toBe(1)
    await expect(entry.locator('dd')).toHaveText(['', ''])
    await expect(entry.getByRole('link', { name: 'Download PDF' })).toBeVisible()
    await page.unrouteAll()
    page.removeAllListeners('console')
  }
})

test('a file of no known type is said to be Unknown, and one with nothing in it to have 0 Bytes', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.fetch = async () => new Response(null, { headers: { 'content-length': '0' } })
  })
  await page.goto(publicPaths.additionalServices)
  const facts = entryOf(page, 'Advocacy Service Form').locator('dd')
  await expect(facts).toHaveText(['Unknown', '0 Bytes'])
})

test('the page does not move when type and size arrive', async ({ page }) => {
  for (const width of [320, 1280]) {
    const answer = await holdBack(page, `**${file}`)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(publicPaths.additionalServices)
    const entry = entryOf(page, 'Advocacy Service Form')
    const before = await entry.boundingBox()
    answer()
    await expect(entry).toContainText('application/pdf')
    expect(await entry.boundingBox()).toEqual(before)
    await page.unrouteAll()
  }
})

function entryOf(page: Page, name: string) {
  return page.locator('.file-entry').filter({ hasText: name })
}
