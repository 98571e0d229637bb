import type { Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

const panel = (id: string) => screenPath('manager', 'clientNotes', id)
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })
const noteOf = (page: Page) => page.getByLabel('New Weekly Note')

const taken = 'activity was taken'

/** A tab messages the others once it has handled the server's response. */
test.beforeEach(({ context }) =>
  context.addInitScript((sign) => {
    new BroadcastChannel('activity').onmessage = ({ data }) => {
      if (data !== 'when?') console.warn(sign)
    }
  }, taken),
)

/** Resolves when the page has reported activity and handled the response. */
const reported = (page: Page) =>
  page.waitForEvent('console', { predicate: (message) => message.text() === taken })

/** From here on time goes on only where the journey says so, in all tabs. */
async function holdTime(page: Page): Promise<void> {
  await page.context().clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

test('two tabs warn after 28 minutes and sign out after 30 [T226]', async ({ page, context, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await context.clock.install()
  const first = reported(page)
  await openAs(page, await backend.employ('manager'), panel(client.id))
  await noteOf(page).fill('Half a thought')
  // When time jumps ahead, a request that is under way ends, and the next attempt would wait for time to go on.
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  // Or the other tab might take this tab's message for its own.
  await first
  const otherTab = await context.newPage()
  const opened = reported(otherTab)
  await otherTab.goto(screenPath('manager', 'dashboard'))
  await opened

  await holdTime(page)
  await context.clock.fastForward('27:10')
  await expect(warning(page)).toBeHidden()
  await context.clock.fastForward('00:55')
  for (const tab of [page, otherTab]) await expect(warning(tab)).toBeVisible()
  await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await expect(warning(page).getByRole('timer')).toHaveText(/^\d:\d\d$/)
  await expect(warning(page)).toContainText('Your unsaved text will still be there when you sign in again.')
  // Axe needs the page's clock.
  await context.clock.resume()
  await expectAccessible(page, 'the warning', { within: '[role="alertdialog"]' })
  await warning(otherTab).getByRole('button', { name: 'Stay signed in' }).click()
  for (const tab of [page, otherTab]) await expect(warning(tab)).toBeHidden()
  await expect(noteOf(page)).toHaveValue('Half a thought')

  await holdTime(page)
  await context.clock.fastForward('28:01')
  await expect(warning(page)).toBeVisible()
  await expect(page.getByText('One minute left.')).toBeHidden()
  await context.clock.fastForward('01:00')
  await expect(page.getByText('One minute left.')).toBeAttached()
  await context.clock.fastForward('01:05')
  await context.clock.resume()
  for (const tab of [page, otherTab]) {
    await tab.waitForURL(`**${signInPaths.login}`)
    await expect(tab.getByText('Your session has ended. Sign in to continue.')).toBeVisible()
    expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([])
  }
  await expect(page.getByText('Your unsaved text has been kept.')).toBeVisible()
})

test('a laptop that wakes up no longer shows the client', async ({ page, context, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await context.clock.install()
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clientDetails', client.id))
  await expect(page.getByRole('heading', { name: 'Hodan Warsame' })).toBeVisible()
  // A response without content keeps the browser on this page, so that it can be checked.
  const left = page.waitForResponse(`**${signInPaths.login}`)
  await page.route(`**${signInPaths.login}`, (route) => route.fulfill({ status: 204 }))
  await context.clock.fastForward('09:00:00')
  await left
  await expect(page.locator('body')).toBeHidden()
})

test('warns a user who types while the server does not respond', async ({ page, context, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await context.clock.install()
  const first = reported(page)
  await openAs(page, await backend.employ('manager'), panel(client.id))
  await first
  await page.route('**/api/auth/activity', (route) => route.abort())
  for (let minute = 0; minute < 28; minute += 7) {
    await context.clock.fastForward('07:00')
    if (minute < 21) await noteOf(page).pressSequentially('x')
  }
  await expect(warning(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(warning(page).getByRole('alert')).toContainText('Could not keep you signed in.')
  await page.unroute('**/api/auth/activity')
  await page.keyboard.press('Escape')
  await expect(warning(page)).toBeHidden()
  await expect(noteOf(page)).toHaveValue('xxx')
})

test('the warning is above a dialog, and focus returns into it', async ({ page, context, backend }) => {
  await backend.api.send('POST', '/clients', backend.token, hodan)
  await context.clock.install()
  const first = reported(page)
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clients'))
  await first
  await page.getByRole('button', { name: 'Edit Info' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Edit Info' })
  await dialog.getByLabel('Address').fill('Half an address')
  await context.clock.fastForward('28:30')
  await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await expect(warning(page)).toContainText('Your unsaved text will still be there when you sign in again.')
  await page.keyboard.press('Enter')
  await expect(warning(page)).toBeHidden()
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await expect(dialog.getByLabel('Address')).toHaveValue('Half an address')
})

test('keys and clicks in training slides count as activity', async ({ page, context, backend }) => {
  await context.clock.install()
  const first = reported(page)
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'employeeTraining'))
  await first
  const slides = page.frameLocator('iframe').first().getByRole('heading').first()
  await expect(slides).toBeVisible()
  // The portal listens in the frame only once it has loaded.
  const deck = await page.locator('iframe').first().elementHandle()
  await (await deck?.contentFrame())?.waitForLoadState('load')
  await context.clock.fastForward('05:00')
  const heard = reported(page)
  await slides.click()
  await heard
})
