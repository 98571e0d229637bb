import type { Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, fillInLogin, openAs, test, withPausedClock } from '#test/support/journey.ts'
import { linkMailedTo } from '#test/support/mailed-link.ts'
import { dropResponses, holdRequests } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

const profile = screenPath('manager', 'profile')
const panel = (id: string) => screenPath('manager', 'clientNotes', id)
const [chosenByLink, chosenInProfile] = ['quiet lakes in october', 'seven geese over the river']

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

async function changePassword(page: Page, current: string, next: string, confirm = next): Promise<void> {
  await page.getByLabel('Current password', { exact: true }).fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm password', { exact: true }).fill(confirm)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('a forgotten password is reset by email [T42]', async ({ page, context, backend }) => {
  const [forgetful, colleague] = [await backend.employ('manager'), await backend.employ('manager')]
  await page.goto(signInPaths.login)
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  const email = page.getByLabel('Email', { exact: true })
  const send = page.getByRole('button', { name: 'Send Reset Link' })
  // The login screen has an Email field, too.
  await expect(send).toBeVisible()
  await email.fill('forgetful')
  await send.click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()

  await email.fill(forgetful)
  await page.route('**/api/auth/forgot', (route) => route.abort())
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again later.')
  await expect(email).toHaveValue(forgetful)
  await page.unroute('**/api/auth/forgot')
  const goOn = await holdRequests(page, '**/api/auth/forgot')
  await send.click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  goOn()
  const sent = 'If an account exists, a password reset link has been sent to your email.'
  await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible()
  await expect(email).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', signInPaths.login)
  await expectAccessible(page, 'a link was sent')

  const link = await linkMailedTo(forgetful, backend.instance)
  await openAs(page, colleague, profile)
  const colleaguesTab = await context.newPage()
  await colleaguesTab.goto(profile)
  await expect(colleaguesTab.getByRole('main').getByText(colleague)).toBeVisible()
  // A tab behind another one draws, and so can be clicked, only once a second.
  await page.bringToFront()
  await page.goto(link)
  await expect(page.getByText(`This browser is signed in as ${colleague}.`)).toBeVisible()
  await setPassword(page, 'short')
  await expect(page.getByText('Passwords must match and meet length requirements.')).toBeVisible()
  await setPassword(page, 'password1234')
  await expect(page.getByText('This password is too common. Choose another one.')).toBeVisible()
  await expectAccessible(page, 'setting a password')
  await withPausedClock(page, async () => {
    await setPassword(page, chosenByLink)
    await expect(page.getByText('Password set successfully! You can now log in.')).toBeVisible()
  })
  await colleaguesTab.waitForURL(`**${signInPaths.login}`)
  await page.waitForURL(`**${signInPaths.login}`)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await fillInLogin(page, forgetful, chosenByLink)
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
  await page.goto(signInPaths.profile)
  await page.waitForURL(`**${profile}`)
  await expect(page.getByRole('main').getByText(forgetful)).toBeVisible()

  await page.goto(link)
  await setPassword(page, chosenByLink)
  const refusal = page.getByRole('alert')
  await expect(refusal).toContainText('Failed to set password. Your token may have expired.')
  await expect(refusal).toContainText(
    'To get a new link, use Forgot Password or ask the person who created your account.',
  )
  await refusal.getByRole('link', { name: 'Forgot Password' }).click()
  await page.waitForURL(`**${signInPaths.forgotPassword}`)
})

test('the login opens 2.5 seconds after a password is set [T41]', async ({ page }) => {
  await page.route('**/api/auth/save', (route) => route.fulfill({ json: { message: 'Done.' } }))
  const answer = await holdRequests(page, '**/api/auth/save')
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.goto(`${signInPaths.setPassword}?token=of-a-link`)
  await page.getByLabel('New password', { exact: true }).waitFor()
  // From here on, only the test advances the clock.
  await page.clock.pauseAt(now + 10 * 60_000)
  await setPassword(page, chosenByLink)
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  answer()
  await expect(page.getByText('Password set successfully! You can now log in.')).toBeVisible()
  await page.clock.runFor(2_400)
  await expect(page).toHaveURL(signInPaths.setPassword)
  await page.clock.runFor(200)
  await expect(page).toHaveURL(signInPaths.login)
})

test('a new password signs out other devices, but no tab [T81]', async ({
  page,
  context,
  browser,
  baseURL,
  backend,
}) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const email = await backend.employ('manager')
  await openAs(page, email, profile)
  const before = await page.evaluate(() => localStorage.getItem('token'))
  const otherTab = await context.newPage()
  await otherTab.goto(panel(client.id))
  await otherTab.getByLabel('New Weekly Note').fill('Half a thought')
  await page.bringToFront()
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const phone = await elsewhere.newPage()
  await openAs(phone, email, profile)
  await expect(phone.getByRole('main').getByText(email)).toBeVisible()

  const open = page.getByRole('button', { name: 'Change password' })
  await open.click()
  const current = page.getByLabel('Current password', { exact: true })
  await expect(current).toBeFocused()
  await changePassword(page, '', chosenInProfile, 'something else')
  await expect(page.getByText('Enter your current password.')).toBeVisible()
  await expect(page.getByText('Passwords must match and meet length requirements.')).toBeVisible()
  await changePassword(page, 'not my password', chosenInProfile)
  await expect(current).toHaveAccessibleDescription('This is not your current password.')
  await expect(current).toBeFocused()
  await expectAccessible(page, 'changing the password')
  await changePassword(page, password, chosenInProfile)
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible()
  await expect(open).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(before)

  await phone.getByRole('link', { name: 'Clients', exact: true }).first().click()
  await phone.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(phone, email, chosenInProfile)
  await phone.waitForURL(`**${screenPath('manager', 'clients')}`)
  await otherTab.getByRole('button', { name: 'Add Note' }).click()
  await expect(otherTab.getByText('1 total')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'You have been signed out everywhere else.' }),
  ).toBeVisible()
  await phone.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await phone.waitForURL(`**${signInPaths.login}`)
  await elsewhere.close()

  await page.getByRole('button', { name: 'Logout' }).first().click()
  for (const tab of [page, otherTab]) await tab.waitForURL(`**${signInPaths.login}`)
  await page.goto(signInPaths.profile)
  await page.waitForURL(`**${signInPaths.login}`)
})

test('a new password saved without a response works', async ({ page, backend }) => {
  const email = await backend.employ('manager')
  await backend.api.send('POST', '/auth/forgot', undefined, { email })
  await page.goto(await linkMailedTo(email, backend.instance))
  await dropResponses(page, '**/api/auth/save')
  await setPassword(page, chosenByLink)
  await expect(page.getByRole('alert')).toContainText('The server is not responding.')
  await page.unroute('**/api/auth/save')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).toContainText('Sign in with the password that you chose')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await fillInLogin(page, email, chosenByLink)
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)

  await page.goto(profile)
  await dropResponses(page, '**/api/auth/change-password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await changePassword(page, chosenByLink, chosenInProfile)
  await expect(page.getByRole('alert')).toContainText('try the new password first')
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click()
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, email, chosenInProfile)
  await page.waitForURL(`**${screenPath('manager', 'clients')}`)
})

test('a portal page whose script never loads says so after a while', async ({ page }) => {
  const late = page.getByText('If nothing appears, reload this page.')
  await page.goto(signInPaths.login)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(late).not.toBeAttached()
  await page.route('**/*.js', () => {})
  await page.goto(screenPath('manager', 'dashboard'), { waitUntil: 'commit' })
  // Its animation, a delay of 8 seconds, starts once the style sheet is loaded.
  await expect.poll(() => late.evaluate((element) => element.getAnimations().length)).toBe(1)
  await expect(late).toBeHidden()
  await late.evaluate((element) => element.getAnimations()[0]?.finish())
  await expect(late).toBeVisible()
})
