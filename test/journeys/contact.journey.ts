import type { Page } from '@playwright/test'
import { publicPaths } from '#contract/paths.ts'
import {
  amina,
  emailOf,
  expectKept,
  failed,
  fillIn,
  nameOf,
  openContactPage,
  sendOf,
  sent,
  takeMessages,
} from '#test/support/contact-form.ts'
import { expect, test } from '#test/support/journey.ts'
import { dropResponses } from '#test/support/network.ts'

const required = 'All fields are required.'

const summaryOf = (page: Page) => page.getByRole('alert', { name: 'There is a problem' })
const answerOf = (page: Page) => page.getByRole('region', { name: 'We received your message.' })

test.beforeEach(async ({ backend }) => {
  await takeMessages(backend.db)
})

test.describe('with scripts', () => {
  test.beforeEach(({ page }) => openContactPage(page))

  test('a visitor’s message is stored, thanks are shown, and what happens next stays [T6]', async ({
    page,
    backend,
  }) => {
    await nameOf(page).focus()
    await page.keyboard.type(amina.name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(amina.email)
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(amina.message)
    // The hidden field is no tab stop.
    await page.keyboard.press('Tab')
    await expect(sendOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const toast = page.getByRole('status').filter({ hasText: sent })
    await expect(toast).toBeVisible()
    const answer = answerOf(page)
    await expect(answer).toBeFocused()
    await expect(answer).toContainText('You will get an answer by email within 2 business days.')
    await expect(answer.getByRole('link')).toHaveAttribute('href', 'tel:+16125550142')
    await expectKept(page, { name: '', email: '', message: '' })
    expect(new URL(page.url()).pathname).toBe(publicPaths.contact)
    await page.clock.runFor(7_900)
    await expect(toast).toBeVisible()
    await page.clock.runFor(200)
    await expect(page.getByText(sent)).toBeHidden()
    expect(await takeMessages(backend.db)).toEqual([amina])
    await expect(answer, 'stays').toBeVisible()
    await expect(answer).toBeFocused()

    await fillIn(page)
    await sendOf(page).click()
    await page.getByText(sent).hover()
    await page.clock.runFor(20_000)
    await expect(toast, 'under the pointer').toBeVisible()
    await page.getByRole('button', { name: 'Dismiss message' }).focus()
    await page.mouse.move(5, 5)
    await page.clock.runFor(20_000)
    await expect(toast, 'with focus').toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(sent)).toBeHidden()
    await expect(answer).toBeFocused()
  })

  test('mistakes are reported at the field, and nothing is sent [T102]', async ({ page }) => {
    let calls = 0
    await page.route('**/api/contact', async (route) => {
      calls += 1
      await route.continue()
    })
    await sendOf(page).click()
    await expect(nameOf(page)).toBeFocused()
    await expect(nameOf(page)).toHaveAccessibleDescription(new RegExp(required))
    await expect(page.getByText(required)).toHaveCount(3)
    await fillIn(page, { ...amina, email: 'amina@' })
    await expect(page.getByText(required)).toHaveCount(0)
    await emailOf(page).focus()
    await emailOf(page).evaluate((field) => {
      field.addEventListener('focus', () => field.setAttribute('data-focused-with', field.ariaInvalid ?? ''))
    })
    await page.keyboard.press('Enter')
    await expect(emailOf(page)).toBeFocused()
    await expect(emailOf(page)).toHaveAccessibleDescription(/Enter a valid email\./)
    // Focused again with its mistake, so that a screen reader announces it.
    await expect(emailOf(page)).toHaveAttribute('data-focused-with', 'true')
    expect(calls).toBe(0)
    // Browsers accept this address, the server does not.
    await emailOf(page).fill(`${'a'.repeat(65)}@example.org`)
    await sendOf(page).click()
    await expect(emailOf(page)).toHaveAccessibleDescription(/Enter a valid email\./)
    await expect(emailOf(page)).toBeFocused()
    expect(calls).toBe(1)
  })

  test('a message that was not sent stays, and is stored once [T88]', async ({ page, context, backend }) => {
    // Pages without https have no `crypto.randomUUID`.
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
    await page.reload()
    const alert = page.getByRole('alert')
    await fillIn(page)
    await page.route('**/api/contact', (route) =>
      route.fulfill({ status: 429, json: { code: 'too-many-requests', message: 'Wait an hour.' } }),
    )
    await sendOf(page).click()
    await expect(alert).toHaveText(`${failed} Wait an hour.`)
    await expect(answerOf(page)).toBeHidden()
    await expectKept(page)
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    await page.unroute('**/api/contact')
    await context.setOffline(true)
    await sendOf(page).click()
    await expect(alert).toHaveText(failed)
    await context.setOffline(false)
    // Stored without a response: sent again, it is the same message.
    await dropResponses(page, '**/api/contact')
    await sendOf(page).click()
    await expect(alert).toHaveText(failed)
    await page.unroute('**/api/contact')
    await page.goto(publicPaths.services)
    await page.goBack()
    await expectKept(page)
    await sendOf(page).click()
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible()
    expect(await takeMessages(backend.db)).toEqual([amina])
  })
})

test('a refused message comes back with everything typed [T233]', async ({ browser, baseURL, backend }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto(publicPaths.contact)
  await sendOf(page).click()
  const summary = summaryOf(page)
  await expect(summary).toContainText(required)
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page).toHaveURL(`${baseURL}${publicPaths.contact}`)
  const typed = {
    ...amina,
    email: 'amina@"home"',
    message: `</textarea><script>document.title = 'x'</script>`,
  }
  await fillIn(page, typed)
  await sendOf(page).click()
  await expect(summary).toContainText('Enter a valid email.')
  await expectKept(page, typed)
  await summary.getByRole('link').click()
  await expect(emailOf(page)).toBeFocused()
  await emailOf(page).fill(amina.email)
  await sendOf(page).click()
  await expect(page).toHaveURL(`${baseURL}${publicPaths.contactSent}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sent)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('region', { name: 'We received your message.' })).toContainText(
    '2 business days',
  )
  expect(await takeMessages(backend.db)).toEqual([{ ...typed, email: amina.email }])
  await context.close()
})
