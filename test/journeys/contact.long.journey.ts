import { forms } from '#contract/forms/forms.en.ts'
import { publicPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import {
  amina,
  emailOf,
  expectKept,
  failed,
  fillIn,
  messageOf,
  nameOf,
  openContactPage,
  sendOf,
  sent,
  takeMessages,
} from '#test/support/contact-form.ts'
import { expect, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'

/* What rarely happens on the contact page, and the ways to the forms on a phone. */

test('the contact page breaks no rule of WCAG 2.2 AA with mistakes and with a toast', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'essential'))
  await page.goto(publicPaths.contact)
  await sendOf(page).click()
  await expectAccessible(page, 'with mistakes')
  await page.route('**/api/contact', (route) => route.abort())
  await fillIn(page)
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
  await emailOf(page).fill(amina.email)
  await page.unroute(`**${publicPaths.contact}`)
  await sendOf(page).click()
  await expect(page.getByText(sent)).toBeVisible()
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

test.describe('with a paused clock', () => {
  test.beforeEach(async ({ page, backend }) => {
    await takeMessages(backend.db)
    await openContactPage(page)
  })

  test('what is typed while a message is being sent stays and can be sent', async ({ page, backend }) => {
    const goOn = await holdRequests(page, '**/api/contact')
    await fillIn(page, { ...amina, message: 'one' })
    await sendOf(page).click()
    await expect(sendOf(page)).toHaveText('Sending…')
    await messageOf(page).press('Control+End')
    await page.keyboard.type(' and more')
    goOn()
    await expect(page.getByText(sent)).toBeVisible()
    await expectKept(page, { ...amina, message: 'one and more' })
    await expect(messageOf(page), 'who goes on typing is not interrupted').toBeFocused()
    await sendOf(page).click()
    await expectKept(page, { name: '', email: '', message: '' })
    const messages = await takeMessages(backend.db)
    expect(messages.map(({ message }) => message).toSorted()).toEqual(['one', 'one and more'])
  })

  test('a message without a response fails after 20 seconds', async ({ page }) => {
    let calls = 0
    await page.route('**/api/contact', () => {
      calls += 1
    })
    await fillIn(page)
    await sendOf(page).dblclick()
    await expect(sendOf(page)).toHaveText('Sending…')
    await nameOf(page).press('Enter')
    await page.clock.runFor(19_000)
    await expect(page.getByText(failed)).toBeHidden()
    await page.clock.runFor(1_100)
    await expect(page.getByRole('alert')).toHaveText(failed)
    await expect(sendOf(page)).toHaveText('Send message')
    await expectKept(page)
    expect(calls).toBe(1)
  })

  test('a pasted text loses invisible characters, but no letters', async ({ page }) => {
    await expect(page.getByText('Up to 5,000 characters')).toBeVisible()
    const message = 'Notice to va\u0002cate.\u000bBy May 31.'
    await fillIn(page, { ...amina, name: 'Amina\u000bWar\u0002same', message })
    await expect(nameOf(page)).toHaveValue('Amina Warsame')
    await expect(messageOf(page)).toHaveValue('Notice to vacate.\nBy May 31.')
    await messageOf(page).fill('x'.repeat(4_999))
    await expect(page.getByText('1 character left')).toBeVisible()
    await messageOf(page).fill('🙂'.repeat(2_506))
    await expect(page.getByText('12 characters too many')).toBeVisible()
    await sendOf(page).click()
    await expect(messageOf(page)).toBeFocused()
    await expect(messageOf(page)).toHaveAccessibleDescription(/Message can have at most 5,000 characters/)
  })
})
