import type { Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

const panel = (id: string) => screenPath('manager', 'clientNotes', id)
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })
const noteOf = (page: Page) => page.getByLabel('New Weekly Note')

/** The server has recorded activity, which all tabs share. */
const recorded = (page: Page) =>
  expect.poll(() => page.evaluate((key) => localStorage.getItem(key), storageKeys.activeAt)).not.toBeNull()

/** From here on time goes on only where the journey says so, in all tabs. */
async function holdTime(page: Page): Promise<void> {
  await page.context().clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

test('two tabs warn after 28 minutes and sign out after 30 [T226]', async ({ page, context, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await context.clock.install()
  await openAs(page, await backend.employ('manager'), panel(client.id))
  await noteOf(page).fill('Half a thought')
  // When time jumps ahead, a request that is under way ends, and the next attempt would wait for time to go on.
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await recorded(page)
  const otherTab = await context.newPage()
  await otherTab.goto(screenPath('manager', 'dashboard'))
  await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible()

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
  await otherTab.waitForURL(`**${signInPaths.login}`)
  await expect(otherTab.getByText('Your session has ended. Sign in to continue.')).toBeVisible()
  await expect(otherTab.getByText('Your unsaved text has been kept.')).toBeVisible()
  // The form is still open, under a question.
  const question = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  for (const tab of [page, otherTab]) expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([])
})
