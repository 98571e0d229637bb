import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, fillInLogin, openAs, searchList, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/* States that every-screen.long.journey.ts does not show: loading, failed, empty, invalid, and open dialogs. */

test('screens meet WCAG 2.2 AA while they load and when loading fails', async ({ page, backend }) => {
  test.slow(true, 'examines many pages')
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  // One screen of each kind; the others have the same loading and error states.
  for (const path of [
    screenPath('admin', 'dashboard'),
    screenPath('admin', 'clientNotes', client.id),
    screenPath('admin', 'clientNotesReport', client.id),
    screenPath('admin', 'userManagement'),
  ]) {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      await held
      await route.fulfill({ status: 403, json: { code: 'not-allowed', message: 'You may not do that.' } })
    })
    await page.goto(path)
    await page.getByRole('status').filter({ hasText: '…' }).first().waitFor()
    await expectAccessible(page, `${path}, waiting`)
    answer()
    await page.getByRole('alert').first().waitFor()
    await expectAccessible(page, `${path}, failing`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('menus, empty lists and unknown records meet WCAG 2.2 AA [T59]', async ({ page, backend }) => {
  test.slow(true, 'examines many pages')
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await openAs(page, 'admin@example.org', screenPath('admin', 'clients'))
  await searchList(page, 'no such name')
  await page.getByText('No clients match').waitFor()
  await expectAccessible(page, 'no clients')
  await page.getByRole('button', { name: 'Profile' }).click()
  // Only the menu: it covers other controls.
  await expectAccessible(page, 'the profile menu', { within: '.menu' })
  await page.setViewportSize({ width: 320, height: 800 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Manage Users' }).waitFor()
  await expectAccessible(page, 'the menu of a phone')

  for (const [path, words] of [
    [screenPath('admin', 'clientNotes', client.id), 'No notes added yet.'],
    [screenPath('admin', 'clientDetails', client.id), 'No notes for this client.'],
    [screenPath('admin', 'contactMessages'), 'No messages found.'],
    [screenPath('admin', 'clientDetails', crypto.randomUUID()), 'This client could not be found.'],
    [screenPath('admin', 'clientNotes'), 'Client ID is missing in the route.'],
  ] as const) {
    await page.goto(path)
    if (words === 'No messages found.') await searchList(page, 'no such name')
    await page.getByText(words).first().waitFor()
    await expectAccessible(page, path)
  }
})

test('forms with errors and confirmation dialogs break no rule of WCAG 2.2 AA', async ({ page, backend }) => {
  test.slow(true, 'examines many pages')
  await page.goto(signInPaths.login)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText('Password is required.').waitFor()
  await expectAccessible(page, 'login, nothing filled in')
  await page.emulateMedia({ forcedColors: 'active' })
  const words = await page.evaluate(() => getComputedStyle(document.documentElement).color)
  for (const field of await page.locator('.field-control[aria-invalid="true"]').all())
    await expect(field, 'in forced colors').toHaveCSS('border-color', words)
  await page.emulateMedia({ forcedColors: 'none' })
  await fillInLogin(page, 'nobody@example.org', 'not this one')
  await page.getByRole('alert').waitFor()
  await expectAccessible(page, 'login, refused')

  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Called the landlord.' })
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'addClient'))
  await page.getByLabel('First Name').focus()
  for (let stops = 0; stops < 14; stops += 1) await page.keyboard.press('Tab')
  await page.getByText('Service is required').waitFor()
  await expectAccessible(page, 'add client, nothing filled in')

  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', client.id))
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'the question about a note', { within: 'dialog' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Note text').fill('Something else.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'the question about an edit', { within: 'dialog' })
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.route('**/api/clients/*/notes', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByLabel('New Weekly Note').fill('A visit.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await page.getByText('Something went wrong. Please try again.').waitFor()
  await expectAccessible(page, 'a note that was not saved')
})
