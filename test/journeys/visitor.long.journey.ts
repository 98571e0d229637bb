import type { Locator, Page } from '@playwright/test'
import { forms } from '#contract/forms/forms.en.ts'
import { formPaths, publicPaths, signInPaths } from '#contract/paths.ts'
import { expect, test } from '#test/support/journey.ts'

/* The website for a visitor with a small phone in the dark. */

test.use({ viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true, colorScheme: 'dark' })

test('the emergency numbers are one tap away from every page', async ({ page }) => {
  const { home, contact, housingTransition, privacy } = publicPaths
  for (const path of [
    home,
    contact,
    housingTransition,
    formPaths.advocacyService,
    privacy,
    signInPaths.login,
  ]) {
    await page.goto(path)
    const help = page.getByRole('link', { name: 'Help now' })
    await expect(help, path).toBeInViewport({ ratio: 1 })
    await help.tap()
    const numbers = page.locator('section:has(> :target, > div > :target)')
    for (const number of ['911', '988', '211'])
      await expect(numbers.locator(`[href="tel:${number}"]`), `${number} on ${path}`).toBeInViewport({
        ratio: 1,
      })
    // Nothing covers the most urgent number.
    await numbers.locator('[href="tel:911"]').tap({ trial: true })
  }
})

test('each of the six forms is two taps from the home page', async ({ page }) => {
  await page.goto(publicPaths.home)
  const needs = page.getByRole('region', { name: 'What do you need?' }).getByRole('listitem')
  const firstTaps = await needs
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const read = async (path: string | null | undefined) => await (await page.request.get(`${path}`)).text()
  const found: (string | undefined)[] = []
  for (const first of firstTaps) {
    const service = await read(first)
    found.push(/<a[^>]* href="([^"]+)"[^>]*>[^<]*(?:<[^a][^>]*>[^<]*)*Download PDF/.exec(service)?.[1])
    const [, second] =
      /<a[^>]* href="([^"]+)"[^>]*>[^<]*See what it asks and how to send it/.exec(service) ?? []
    expect(await read(second), `from ${first}`).toContain('What the form asks')
  }
  expect(found.toSorted()).toEqual(forms.map(({ path }) => `${path}.pdf`).toSorted())

  const finger = fingerOn(page)
  await finger.tap(await needs.last().innerText())
  await page.getByRole('link', { name: 'Download PDF' }).tap({ trial: true })
  await finger.tap('See what it asks and how to send it')
  await expect(page.getByRole('heading', { level: 2, name: 'What the form asks' })).toBeVisible()
  expect(finger.taps()).toBe(2)
})

test('two taps lead from any page to the form of a message', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'essential'))
  const finger = fingerOn(page)
  await page.goto(publicPaths.movingAssistance)
  await finger.tap('CONTACT')
  await finger.tap('Write a message')
  expect(finger.taps()).toBe(2)
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeInViewport({ ratio: 1 })
  await name.fill('Amina')
  await page.getByLabel('Email', { exact: true }).fill('amina@example.org')
  await page.getByLabel('Message', { exact: true }).fill('My lease ends in May.')
  await finger.tap('Send message')
  const success = page.getByRole('status').filter({ hasText: 'Message sent successfully!' })
  await expect(success).toBeInViewport({ ratio: 1 })
  expect(finger.taps()).toBe(3)
})

/** Taps links and buttons by name, and counts the taps. */
function fingerOn(page: Page) {
  let taps = 0
  return {
    taps: () => taps,
    async tap(name: string): Promise<void> {
      taps += 1
      const target: Locator = page.getByRole('link', { name }).or(page.getByRole('button', { name }))
      await target.first().tap()
    },
  }
}
