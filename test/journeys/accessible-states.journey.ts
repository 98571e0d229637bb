import type { Page } from '@playwright/test'
import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { fillInLogin, openAs, searchList, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/* No rule of WCAG 2.2 AA is broken while something is open, wrong, empty, on its way or not to be had. */

/** Colors that are still on their way from one scheme to the other are not judged. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** What these states are made of is judged in every look elsewhere. */
const smallAndDark = { looks: [[320, 'dark']] } as const
const wide = { looks: [[1280, 'light']] } as const

/** Each kind of screen once: what waits and what fails on the others is made of the same. */
const screensOf = (clientId: string) => [
  screenPath('admin', 'dashboard'),
  screenPath('admin', 'clientNotes', clientId),
  screenPath('admin', 'clientNotesReport', clientId),
  screenPath('admin', 'userManagement'),
]

test('screens that wait for their data, and that get none', async ({ page, staffed }) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const path of screensOf(client.id)) {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      await held
      await route.fulfill({ status: 403, json: { code: 'not-allowed', message: 'You may not do that.' } })
    })
    await page.goto(path)
    await page.getByRole('status').filter({ hasText: '…' }).first().waitFor()
    await expectAccessible(page, `${path}, waiting`, smallAndDark)
    answer()
    await page.getByRole('alert').first().waitFor()
    await expectAccessible(page, `${path}, failing`, smallAndDark)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('menus that are open, lists without anything in them, and an address that leads nowhere', async ({
  page,
  staffed,
}) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await openAs(page, 'admin@example.org', screenPath('admin', 'clients'))
  await searchList(page, 'nobody at all')
  await page.getByText('No clients match').waitFor()
  await expectAccessible(page, 'no clients', wide)
  await page.getByRole('button', { name: 'Profile' }).click()
  // What it lies over is not to be pressed meanwhile.
  await expectAccessible(page, 'the profile menu', { ...wide, within: '.menu' })
  await page.setViewportSize({ width: 320, height: 800 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Message List' }).waitFor()
  await expectAccessible(page, 'the menu of a phone', smallAndDark)

  for (const [path, words] of [
    [screenPath('admin', 'clientNotes', client.id), 'No notes added yet.'],
    [screenPath('admin', 'clientDetails', client.id), 'No notes for this client.'],
    [screenPath('admin', 'clientNotesReport', client.id), 'No notes for this client.'],
    [screenPath('admin', 'userManagement'), 'No employees match'],
    [screenPath('admin', 'contactMessages'), 'No messages found.'],
    [screenPath('admin', 'clientDetails', crypto.randomUUID()), 'There is no client at this address.'],
    [screenPath('admin', 'clientNotes'), 'Client ID is missing in the route.'],
  ] as const) {
    await page.goto(path)
    if (/^No (employees|messages)/.test(words)) await searchList(page, 'nobody at all')
    await page.getByText(words).first().waitFor()
    await expectAccessible(page, path, smallAndDark)
  }
})

test('forms with mistakes and refusals, and questions before something is lost', async ({
  page,
  staffed,
}) => {
  await page.goto(signInPaths.login)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText('Password is required.').waitFor()
  await expectAccessible(page, 'login, nothing filled in', smallAndDark)
  await fillInLogin(page, 'nobody@example.org', 'not this one')
  await page.getByRole('alert').waitFor()
  await expectAccessible(page, 'login, refused', wide)

  const { api, token } = staffed
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Called the landlord.' })
  const manager = await staffed.employ('manager')
  await openAs(page, manager, screenPath('manager', 'addClient'))
  await touchEveryField(page)
  await expectAccessible(page, 'add client, nothing filled in', smallAndDark)
  await page.goto(screenPath('admin', 'clients'))
  await page.getByText('This account has no access to that area.').waitFor()
  await expectAccessible(page, 'no access', smallAndDark)

  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', client.id))
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'the question about a note', { ...smallAndDark, within: 'dialog' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Text of the note').fill('Something else.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'the question about an edit', { ...smallAndDark, within: 'dialog' })
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.route('**/api/clients/*/notes', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByLabel('New Weekly Note').fill('A visit.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await page.getByText('Something went wrong. Please try again.').waitFor()
  await expectAccessible(page, 'a note that was not saved', smallAndDark)
})

test('the home page with the cookie question answered and not, and a form’s page', async ({ page }) => {
  await page.goto(publicPaths.home)
  const question = page.getByRole('region', { name: 'Cookies' })
  await question.waitFor()
  await expectAccessible(page, 'the question', smallAndDark)
  await question.getByRole('button', { name: 'Essential only' }).click()
  await page.getByRole('link', { name: 'Help now' }).click()
  await expectAccessible(page, 'answered, at the numbers to call', smallAndDark)
})

async function touchEveryField(page: Page): Promise<void> {
  await page.getByLabel('First Name').focus()
  for (let stops = 0; stops < 14; stops += 1) await page.keyboard.press('Tab')
  await page.getByText('Service is required').waitFor()
}
