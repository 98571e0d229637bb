import type { Browser, Page } from '@playwright/test'
import { publicPaths } from '#contract/paths.ts'
import type { Connection } from '#server/database/connection.ts'
import { expectAccessible, twoLooks } from '#test/support/accessibility.ts'
import { holdBack } from '#test/support/held-back.ts'
import { expect, test } from '#test/support/journey.ts'
import { loseAnswers } from '#test/support/lost-answers.ts'

const amina = {
  name: `Amina "Mina" O'Neil \\`,
  email: 'amina@example.org',
  message: `<b>My lease</b> ends in May. 🙂\n\u202eمريم\u202c & "quotes"`,
}
const sent = 'Message sent successfully!'
const failed = 'Failed to send message. Please try again later.'
const required = 'All fields are required.'

/** Colors that are still on their way from one scheme to the other are not judged. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const nameOf = (page: Page) => page.getByLabel('Name', { exact: true })
const emailOf = (page: Page) => page.getByLabel('Email', { exact: true })
const messageOf = (page: Page) => page.getByLabel('Message', { exact: true })
const summaryOf = (page: Page) => page.getByRole('alert', { name: 'There is a problem' })
/** Beside each mistake one, so that color alone does not tell it. */
const signsOf = (page: Page) => page.locator('.field-error svg:visible')
const sendOf = (page: Page) => page.getByRole('button', { name: /^Send/ })

async function fillIn(page: Page, { name, email, message } = amina): Promise<void> {
  await nameOf(page).fill(name)
  await emailOf(page).fill(email)
  await messageOf(page).fill(message)
}

async function expectKept(page: Page, { name, email, message } = amina): Promise<void> {
  await expect(nameOf(page)).toHaveValue(name)
  await expect(emailOf(page)).toHaveValue(email)
  await expect(messageOf(page)).toHaveValue(message)
}

/** Answers the thanks for it. */
async function sendWell(page: Page) {
  await fillIn(page)
  await sendOf(page).click()
  const toast = page.getByRole('status').filter({ hasText: sent })
  await expect(toast).toBeVisible()
  return toast
}

/** What the database holds; and everybody's count of this hour begins anew. */
async function takeMessages(db: Connection) {
  await db.deleteFrom('throttling').execute()
  return await db.deleteFrom('contact_messages').returning(['name', 'email', 'message']).execute()
}

test.beforeEach(async ({ staffed }) => {
  await takeMessages(staffed.db)
})

test.describe('with scripts', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'essential'))
    const now = new Date('2026-06-15T15:00:00Z')
    await page.clock.install({ time: now })
    await page.goto(publicPaths.contact)
    // From here on time goes on only where a journey says so.
    await page.clock.pauseAt(now.getTime() + 60_000)
  })

  test('a message is sent, thanked for during 8 seconds, and stored as typed; the form is empty again', async ({
    page,
    staffed,
  }) => {
    await nameOf(page).focus()
    await page.keyboard.type(amina.name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(amina.email)
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(amina.message)
    // By keyboard alone the unseen field is never met.
    await page.keyboard.press('Tab')
    await expect(sendOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const toast = page.getByRole('status').filter({ hasText: sent })
    await expect(toast).toBeVisible()
    await expectKept(page, { name: '', email: '', message: '' })
    expect(new URL(page.url()).pathname).toBe(publicPaths.contact)
    await page.clock.runFor(7_900)
    await expect(toast).toBeVisible()
    await page.clock.runFor(200)
    await expect(page.getByText(sent)).toBeHidden()
    expect(await takeMessages(staffed.db)).toEqual([amina])
  })

  test('a second click on Send after the answer reports no mistake and keeps the thanks', async ({
    page,
    staffed,
  }) => {
    const toast = await sendWell(page)
    await sendOf(page).click()
    await expect(toast).toBeVisible()
    await expect(signsOf(page)).toHaveCount(0)
    await expect(sendOf(page)).toBeFocused()
    expect(await takeMessages(staffed.db)).toEqual([amina])
    await page.clock.runFor(8000)
    await expect(toast).toBeHidden()
    await sendOf(page).click()
    await expect(signsOf(page)).toHaveCount(3)
  })

  test('the toast stays under the pointer and under focus, and closes by its button', async ({ page }) => {
    await fillIn(page)
    await sendOf(page).click()
    const words = page.getByText(sent)
    await expect(words).toBeVisible()
    await words.hover()
    await page.clock.runFor(20_000)
    await expect(words).toBeVisible()
    const dismiss = page.getByRole('button', { name: 'Dismiss message' })
    await dismiss.focus()
    await page.mouse.move(5, 5)
    await page.clock.runFor(20_000)
    await expect(words).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(words).toBeHidden()
    await expect(sendOf(page)).toBeFocused()
  })

  test('what is typed while a message is being sent stays and can be sent', async ({ page, staffed }) => {
    const goOn = await holdBack(page, '**/api/contact')
    await fillIn(page, { ...amina, message: 'one' })
    await sendOf(page).click()
    await expect(sendOf(page)).toHaveText('Sending…')
    await expect(sendOf(page).locator('.icon')).toBeVisible()
    await messageOf(page).press('Control+End')
    await page.keyboard.type(' and more')
    goOn()
    await expect(page.getByText(sent)).toBeVisible()
    await expectKept(page, { ...amina, message: 'one and more' })
    await expect(messageOf(page)).toBeFocused()
    await sendOf(page).click()
    await expectKept(page, { name: '', email: '', message: '' })
    const messages = await takeMessages(staffed.db)
    expect(messages.map(({ message }) => message).toSorted()).toEqual(['one', 'one and more'])
  })

  test('nothing filled in, then a wrong email: said at the field, which takes focus; nothing is sent', async ({
    page,
  }) => {
    let calls = 0
    await page.route('**/api/contact', async (route) => {
      calls += 1
      await route.continue()
    })
    await sendOf(page).click()
    await expect(nameOf(page)).toBeFocused()
    await expect(nameOf(page)).toHaveAccessibleDescription(new RegExp(required))
    await expect(page.getByText(required)).toHaveCount(3)
    await expect(signsOf(page)).toHaveCount(3)
    await fillIn(page, { ...amina, email: 'amina@' })
    await expect(page.getByText(required)).toHaveCount(0)
    await expect(signsOf(page)).toHaveCount(0)
    await sendOf(page).click()
    await expect(emailOf(page)).toBeFocused()
    await expect(emailOf(page)).toHaveAccessibleDescription(/Enter a valid email\./)
    await expect(emailOf(page)).toHaveAttribute('aria-invalid', 'true')
    expect(calls).toBe(0)
    // Only the server knows that this is no address: the browser takes it for one.
    await emailOf(page).fill('amina@home')
    await sendOf(page).click()
    await expect(emailOf(page)).toHaveAccessibleDescription(/Enter a valid email\./)
    await expect(emailOf(page)).toBeFocused()
    expect(calls).toBe(1)
  })

  test('when it fails everything typed stays, and the reason follows where one can act on it; sent again it is stored once', async ({
    page,
    context,
    staffed,
  }) => {
    // As on a page without https.
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
    await page.reload()
    const alert = page.getByRole('alert')
    const answers: [number, object | string, string][] = [
      [503, { code: 'database-away', message: 'The database does not answer.' }, failed],
      [500, '<html>not ours</html>', failed],
      [429, { code: 'too-many-requests', message: 'Wait an hour.' }, `${failed} Wait an hour.`],
    ]
    await fillIn(page)
    for (const [status, body, words] of answers) {
      await page.route('**/api/contact', (route) =>
        route.fulfill({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }),
      )
      await sendOf(page).click()
      await expect(alert).toHaveText(words)
      await expectKept(page)
      await page.getByRole('button', { name: 'Dismiss message' }).click()
      await page.unroute('**/api/contact')
    }
    await context.setOffline(true)
    await sendOf(page).click()
    await expect(alert).toHaveText(failed)
    await context.setOffline(false)
    // Stored, though nobody learns of it: sent again it is the same message.
    await loseAnswers(page, '**/api/contact')
    await sendOf(page).click()
    await expect(alert).toHaveText(failed)
    await page.unroute('**/api/contact')
    await sendOf(page).click()
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible()
    await expect(page.getByText(failed)).toBeHidden()
    expect(await takeMessages(staffed.db)).toEqual([amina])

    // Words that are corrected after a lost answer are another message.
    await fillIn(page)
    await loseAnswers(page, '**/api/contact')
    await sendOf(page).click()
    await expect(alert).toHaveText(failed)
    await page.unroute('**/api/contact')
    await nameOf(page).fill('Amina Y.')
    await sendOf(page).click()
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible()
    expect(await takeMessages(staffed.db)).toHaveLength(2)
  })

  test('a message sent again after leaving the page during sending is stored once', async ({
    page,
    staffed,
  }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route('**/api/contact', async (route) => {
      await route.fetch()
      arrived.resolve()
    })
    await fillIn(page)
    await sendOf(page).click()
    await arrived.promise
    await page.goto(publicPaths.services)
    await page.unroute('**/api/contact')
    await page.goBack()
    await expectKept(page)
    await sendOf(page).click()
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible()
    expect(await takeMessages(staffed.db)).toEqual([amina])
  })

  test('a message without an answer fails after 20 seconds, and a second click before that sends nothing', async ({
    page,
  }) => {
    let calls = 0
    await page.route('**/api/contact', () => {
      calls += 1
    })
    await fillIn(page)
    await sendOf(page).dblclick()
    await expect(sendOf(page)).toHaveText('Sending…')
    await expect(sendOf(page)).toHaveAttribute('aria-busy', 'true')
    await messageOf(page).press('Control+End')
    await nameOf(page).press('Enter')
    await page.clock.runFor(19_000)
    await expect(page.getByText(failed)).toBeHidden()
    await page.clock.runFor(1_100)
    await expect(page.getByRole('alert')).toHaveText(failed)
    await expect(sendOf(page)).toHaveText('Send message')
    await expectKept(page)
    expect(calls).toBe(1)
  })

  test('invisible characters are removed from pasted text', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(publicPaths.contact)
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press('ControlOrMeta+v')
    }
    await messageOf(page).focus()
    await paste('Notice to va\u0002cate.\u000bBy May 31.')
    await page.keyboard.type(' Help!')
    await expect(messageOf(page)).toHaveValue('Notice to vacate.\nBy May 31. Help!')
    await nameOf(page).focus()
    await paste('Amina\u000bWar\u0002same')
    await expect(nameOf(page)).toHaveValue('Amina Warsame')
  })

  test('a text that is too long is not cut off, and the count says by how much', async ({ page }) => {
    await expect(page.getByText('Up to 5,000 characters')).toBeVisible()
    await fillIn(page, { ...amina, message: 'x'.repeat(4_990) })
    await expect(page.getByText('10 characters left')).toBeVisible()
    await messageOf(page).fill('x'.repeat(4_999))
    await expect(page.getByText('1 character left')).toBeVisible()
    await messageOf(page).fill('x'.repeat(5_001))
    await expect(page.getByText('1 character too many')).toBeVisible()
    await messageOf(page).fill('🙂'.repeat(2_506))
    await expect(page.getByText('12 characters too many')).toBeVisible()
    await sendOf(page).click()
    await expect(messageOf(page)).toBeFocused()
    await expect(messageOf(page)).toHaveAccessibleDescription(/Message can have at most 5,000 characters/)
  })

  test('a bot that fills in every field is thanked, and nothing is stored', async ({ page, staffed }) => {
    await fillIn(page)
    await page.locator('[name="reference"]').evaluate((field: HTMLInputElement) => {
      field.value = 'https://spam.example'
    })
    await sendOf(page).click()
    await expect(page.getByText(sent)).toBeVisible()
    expect(await takeMessages(staffed.db)).toEqual([])
  })

  test('a mistake in the field where Enter was pressed is announced by focusing the field again', async ({
    page,
  }) => {
    await fillIn(page, { ...amina, email: 'amina' })
    const email = emailOf(page)
    await email.focus()
    await email.evaluate((field) => {
      field.addEventListener('focus', () => field.setAttribute('data-focused-with', field.ariaInvalid ?? ''))
    })
    await page.keyboard.press('Enter')
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(/Enter a valid email\./)
    await expect(email).toHaveAttribute('data-focused-with', 'true')
  })

  test('the contact page breaks no rule of WCAG 2.2 AA untouched, with mistakes and with a toast', async ({
    page,
  }) => {
    // The checks wait on the page's own clock.
    await page.clock.resume()
    await expectAccessible(page, 'untouched')
    await sendOf(page).click()
    await expectAccessible(page, 'with mistakes', { looks: twoLooks })
    await page.route('**/api/contact', (route) => route.abort())
    await fillIn(page)
    await sendOf(page).click()
    await expect(page.getByRole('alert')).toHaveText(failed)
    // Under focus it stays.
    await page.getByRole('button', { name: 'Dismiss message' }).focus()
    await expectAccessible(page, 'with a toast', { looks: twoLooks })
    await expect(page.getByRole('alert')).toHaveText(failed)
  })
})

test.describe('with scripts off', () => {
  test('a message is sent by the browser itself, and a page of thanks follows', async ({
    browser,
    baseURL,
    staffed,
  }) => {
    const page = await pageWithoutScripts(browser, baseURL)
    await page.goto(publicPaths.contact)
    await fillIn(page)
    await sendOf(page).click()
    await expect(page).toHaveURL(`${baseURL}${publicPaths.contactSent}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sent)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await takeMessages(staffed.db)).toEqual([amina])
    await page.context().close()
  })

  test('a refused message comes back with everything typed, and can be corrected', async ({
    browser,
    baseURL,
    staffed,
  }) => {
    const page = await pageWithoutScripts(browser, baseURL)
    await page.goto(publicPaths.contact)
    await sendOf(page).click()
    const summary = summaryOf(page)
    await expect(summary).toContainText(required)
    await expect(summary).toBeFocused()
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page).toHaveURL(`${baseURL}${publicPaths.contact}`)
    const typed = {
      name: `"><script>document.title = 'x'</script> {{contact:message}}`,
      email: `amina@"home"`,
      message: `\n\n</textarea><script>document.title = 'x'</script>\n<b>bold</b> &amp; 'x' 👩‍👧 \u202eمريم\u202c\n`,
    }
    await fillIn(page, typed)
    await sendOf(page).click()
    await expect(summary).toContainText('Enter a valid email.')
    await expectKept(page, typed)
    await expect(emailOf(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(nameOf(page)).toHaveAttribute('aria-invalid', 'false')
    await expect(signsOf(page)).toHaveCount(1)
    await summary.getByRole('link').click()
    await expect(emailOf(page)).toBeFocused()
    await emailOf(page).fill(amina.email)
    await sendOf(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sent)
    expect(await takeMessages(staffed.db)).toEqual([
      { ...typed, email: amina.email, message: typed.message.trim() },
    ])
    await page.context().close()
  })
})

test('the page of a refused message breaks no rule of WCAG 2.2 AA, and its script works', async ({
  page,
  browser,
  baseURL,
  staffed,
}) => {
  const before = await pageWithoutScripts(browser, baseURL)
  await before.goto(publicPaths.contact)
  await fillIn(before, { ...amina, email: 'amina' })
  const reply = before.waitForResponse((response) => response.request().method() === 'POST')
  await sendOf(before).click()
  const body = await (await reply).text()
  await before.context().close()
  await page.route(`**${publicPaths.contact}`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(publicPaths.contact)
  await expectAccessible(page, 'refused', { looks: twoLooks })
  await emailOf(page).fill(amina.email)
  await page.unroute(`**${publicPaths.contact}`)
  await sendOf(page).click()
  await expect(page.getByText(sent)).toBeVisible()
  await expect(page.getByText('There is a problem')).toBeHidden()
  await expectKept(page, { name: '', email: '', message: '' })
  expect(await takeMessages(staffed.db)).toEqual([amina])
  await page.goto(publicPaths.contactSent)
  await expectAccessible(page, 'thanks', { looks: twoLooks })
})

async function pageWithoutScripts(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    reducedMotion: 'reduce',
    ...(baseURL && { baseURL }),
  })
  return await context.newPage()
}
