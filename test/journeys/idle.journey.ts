import type { Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible, twoLooks } from '#test/support/accessibility.ts'
import { expect, fillInLogin, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/** Colors that are still on their way from one scheme to the other are not judged. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const panel = (id: string) => screenPath('manager', 'clientNotes', id)
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })
const noteOf = (page: Page) => page.getByLabel('New Weekly Note')

const taken = 'activity was taken'

/** What a tab tells the others is the sign that it has taken in the server's answer itself. */
test.beforeEach(({ context }) =>
  context.addInitScript((sign) => {
    new BroadcastChannel('activity').onmessage = ({ data }) => {
      if (data !== 'when?') console.warn(sign)
    }
  }, taken),
)

/** Resolves when the server has heard of the person's activity, and the page of the server's answer. */
const reported = (page: Page) =>
  page.waitForEvent('console', { predicate: (message) => message.text() === taken })

/** From here on time goes on only where the journey says so, in all tabs. */
async function holdTime(page: Page): Promise<void> {
  await page.context().clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

test('two tabs warn after 28 minutes, go on when one is answered, and sign out after 30; what was being written waits for its writer alone', async ({
  page,
  context,
  staffed,
}) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  const [writer, another] = [await staffed.employ('manager'), await staffed.employ('manager')]
  await context.clock.install()
  const first = reported(page)
  await openAs(page, writer, panel(client.id))
  await noteOf(page).fill('Half a thought')
  // Or the other tab might take the word of this one for its own.
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
  // As in every dialog the one that is meant is the last: nobody logs out, and loses a draft, by habit.
  await expect(warning(page).getByRole('button')).toHaveText(['Logout', 'Stay signed in'])
  // Less by what the way here took, on a slow machine.
  await expect(warning(page).getByRole('timer')).toHaveText(/^1:[0-4]\d$/)
  await expect(warning(page)).toContainText('What you are writing is kept in this tab')
  await expect(warning(otherTab)).not.toContainText('What you are writing')
  // The checks wait on the page's own clock.
  await context.clock.resume()
  await expectAccessible(page, 'the warning', { looks: twoLooks, within: '[role="alertdialog"]' })
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
    await expect(tab.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
    expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([])
  }
  await expect(page.getByText('What you were writing is kept in this tab.')).toBeVisible()
  await expect(otherTab.getByText('What you were writing is kept in this tab.')).toBeHidden()

  await fillInLogin(page, another)
  await page.waitForURL(`**${panel(client.id)}`)
  await expect(noteOf(page)).toHaveValue('')
  await page.getByRole('button', { name: /profile/i }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`**${signInPaths.login}`)
  await openAs(page, writer, panel(client.id))
  await expect(noteOf(page)).toHaveValue('Half a thought')
})

test('a laptop that wakes up after half an hour no longer shows the client', async ({
  page,
  context,
  staffed,
}) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await context.clock.install()
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'clientDetails', client.id))
  await expect(page.getByRole('heading', { name: 'Hodan Warsame' })).toBeVisible()
  // The login page never comes here: an answer without content leaves the browser where it is. While one is on
  // its way, nothing promises that the page still answers what it is asked.
  const left = page.waitForResponse(`**${signInPaths.login}`)
  await page.route(`**${signInPaths.login}`, (route) => route.fulfill({ status: 204 }))
  await context.clock.fastForward('09:00:00')
  await left
  await expect(page.locator('body')).toBeHidden()
})

test('an employee who types while the server is away is warned, and told why staying signed in fails', async ({
  page,
  context,
  staffed,
}) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await context.clock.install()
  const first = reported(page)
  await openAs(page, await staffed.employ('manager'), panel(client.id))
  await first
  await page.route('**/api/auth/activity', (route) => route.abort())
  for (let minute = 0; minute < 28; minute += 7) {
    await context.clock.fastForward('07:00')
    if (minute < 21) await noteOf(page).pressSequentially('x')
  }
  await expect(warning(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(warning(page).getByRole('alert')).toContainText('You could not be kept signed in.')
  await page.unroute('**/api/auth/activity')
  await page.keyboard.press('Escape')
  await expect(warning(page)).toBeHidden()
  await expect(noteOf(page)).toHaveValue('xxx')
})

test('keys and clicks in training slides count as activity', async ({ page, context, staffed }) => {
  await context.clock.install()
  const first = reported(page)
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'employeeTraining'))
  await first
  const slides = page.frameLocator('iframe').first().getByRole('heading').first()
  await expect(slides).toBeVisible()
  // Its heading is seen before the frame is loaded, and only then is listened there.
  const deck = await page.locator('iframe').first().elementHandle()
  await (await deck?.contentFrame())?.waitForLoadState('load')
  await context.clock.fastForward('05:00')
  const heard = reported(page)
  await slides.click()
  await heard
})

test('a session announces its end before 12 hours, and then ends', async ({ page, context, staffed }) => {
  await context.clock.install()
  const first = reported(page)
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'profile'))
  await first
  for (let count = 0; count < 26; count += 1) {
    const heard = reported(page)
    await context.clock.fastForward('27:00')
    await page.keyboard.press('Shift')
    await heard
  }
  await expect(page.getByText(/^Your session ends at/)).toBeHidden()
  await context.clock.fastForward('13:30')
  await expect(page.getByText(/^Your session ends at .*, 12 hours after you signed in\./)).toBeVisible()
  await context.clock.fastForward('05:00')
  await page.waitForURL(`**${signInPaths.login}`)
})
