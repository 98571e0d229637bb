import type { Page } from '@playwright/test'
import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, fillInLogin, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

const profile = screenPath('manager', 'profile')
const panel = (id: string) => screenPath('manager', 'clientNotes', id)
const chosenInProfile = 'seven geese over the river'

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current password', { exact: true }).fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm password', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
}

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
  await expectAccessible(page, 'changing the password')
  await changePassword(page, password, chosenInProfile)
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(before)

  await phone.getByRole('link', { name: 'Clients', exact: true }).first().click()
  await phone.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(phone, email, chosenInProfile)
  await phone.waitForURL(`**${screenPath('manager', 'clients')}`)
  await otherTab.getByRole('button', { name: 'Add Note' }).click()
  await expect(otherTab.getByText('1 total')).toBeVisible()

  await elsewhere.close()

  await page.getByRole('button', { name: 'Logout' }).first().click()
  for (const tab of [page, otherTab]) await tab.waitForURL(`**${signInPaths.login}`)
  await page.goto(signInPaths.profile)
  await page.waitForURL(`**${signInPaths.login}`)
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

test('a manager who opens the admin area is offered the same screen in their own [T25]', async ({
  page,
  backend,
}) => {
  await openAs(page, await backend.employ('manager'), `${screenPath('admin', 'clients')}?status=pending`)
  await page.waitForURL(`**${signInPaths.unauthorized}`)
  await page.getByRole('link', { name: 'Open this page in your area' }).click()
  await page.waitForURL(`**${screenPath('manager', 'clients')}?status=pending`)
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()
})

test('an unknown address of the portal redirects to the home page [T17]', async ({ page, backend }) => {
  await openAs(page, await backend.employ('manager'), '/manager/no-such-screen')
  await page.waitForURL(`**${publicPaths.home}`)
})

test('an unreadable token is logged out by the profile [T80]', async ({ page }) => {
  for (const path of [signInPaths.profile, screenPath('manager', 'profile')]) {
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      for (const key of ['token', 'role', 'email']) localStorage.setItem(key, 'not.a.token')
    })
    await page.goto(path)
    await page.waitForURL(`**${signInPaths.login}`)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  }
})
