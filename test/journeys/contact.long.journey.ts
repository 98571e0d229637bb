import type { Page } from '@playwright/test'
import { forms } from '#contract/forms/forms.en.ts'
import { publicPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, test } from '#test/support/journey.ts'

/* States of the contact page that are not seen by every-screen.long.journey.ts, and the ways to the forms on a phone. */

const amina = { name: 'Amina', email: 'amina@example.org', message: 'My lease ends in May.' }
const failed = 'Failed to send message. Please try again later.'

const sendOf = (page: Page) => page.getByRole('button', { name: /^Send/ })

test('the contact page breaks no rule of WCAG 2.2 AA with mistakes and with a toast', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'essential'))
  await page.goto(publicPaths.contact)
  await sendOf(page).click()
  await expectAccessible(page, 'with mistakes')
  await page.route('**/api/contact', (route) => route.abort())
  for (const [label, value] of Object.entries({
    Name: amina.name,
    Email: amina.email,
    Message: amina.message,
  }))
    await page.getByLabel(label, { exact: true }).fill(value)
  await sendOf(page).click()
  await expect(page.getByRole('alert')).toHaveText(failed)
  // It stays while it has focus.
  await page.getByRole('button', { name: 'Dismiss message' }).focus()
  await expectAccessible(page, 'with a toast')
  await expect(page.getByRole('alert')).toHaveText(failed)
})

test('the page of a refused message meets WCAG 2.2 AA', async ({ page, request, baseURL }) => {
  const refused = await request.post(publicPaths.contact, {
    form: { ...amina, email: 'amina' },
    headers: { origin: `${baseURL}` },
  })
  const body = await refused.text()
  await page.route(`**${publicPaths.contact}`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(publicPaths.contact)
  await expectAccessible(page, 'refused')
  await page.getByLabel('Email', { exact: true }).fill(amina.email)
  await page.unroute(`**${publicPaths.contact}`)
  await sendOf(page).click()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  await expect(page.getByText('There is a problem')).toBeHidden()
})

test.describe('a visitor with a small phone in the dark', () => {
  test.use({ viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true, colorScheme: 'dark' })

  test('taps twice from the home page to each of the six forms', async ({ page }) => {
    const found: string[] = []
    await page.goto(publicPaths.home)
    const needs = page.getByRole('region', { name: 'What do you need?' }).getByRole('listitem')
    for (const need of await needs.allInnerTexts()) {
      await page.goto(publicPaths.home)
      await page.getByRole('link', { name: need }).first().tap()
      const file = page.getByRole('link', { name: 'Download PDF' })
      found.push(`${await file.getAttribute('href')}`)
      await file.tap({ trial: true })
      await page.getByRole('link', { name: 'See what it asks and how to send it' }).first().tap()
      await expect(page.getByRole('heading', { level: 2, name: 'What the form asks' })).toBeVisible()
    }
    expect(found.toSorted()).toEqual(forms.map(({ path }) => `${path}.pdf`).toSorted())
  })
})
