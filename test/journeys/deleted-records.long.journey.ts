import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

const deletedRecords = screenPath('admin', 'deletedRecords')

test('a super-admin deletes and restores a client by keyboard [T197]', async ({ page, backend }) => {
  const { api, token } = backend
  const suffix = crypto.randomUUID().slice(0, 8)
  const name = `Hodan Vanishing-${suffix}`
  const vanishing = { ...hodan, lastName: `Vanishing-${suffix}` }
  const { body: client } = await api.send('POST', '/clients', token, vanishing)
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Called the landlord.' })
  // Before the page is opened: Chromium lets a busy page send a request or two past a route that is new.
  await page.route(`**/api/clients/${client.id}`, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'clientDetails', client.id))
  const remove = page.getByRole('button', { name: 'Delete client', exact: true })
  await remove.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete client' })
  await expect(question).toContainText(name)
  await expect(question).toContainText('Date of Birth: February 29, 1988')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, 'the question before a client is deleted')
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toContainText('Failed to delete client.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${screenPath('admin', 'clients')}`)
  const toast = page.locator('.toast')
  await expect(toast).toContainText(`${name} has been deleted.`)
  expect((await api.send('GET', `/clients/${client.id}`, token)).status).toBe(404)
  await toast.getByRole('link', { name: 'Deleted records' }).press('Enter')

  await page.waitForURL(`**${deletedRecords}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Born Feb 29, 1988')
  await expect(row).toContainText(/super-admin-.*@example\.org/)
  await row.getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(page.locator('.list-count')).toBeFocused()
  await toast
    .filter({ hasText: `Restored: ${name} (client).` })
    .getByRole('link')
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Called the landlord.').first()).toBeVisible()
})
