import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, reloadWithDraft, searchList, test } from '#test/support/journey.ts'
import { dropResponses } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

test('a super-admin gives an imported client a status, while another person edits the record [T50]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const lastName = `Edited-${crypto.randomUUID().slice(0, 8)}`
  const { body: client } = await api.send('POST', '/clients', token, {
    ...hodan,
    lastName,
    status: undefined,
  })
  const email = await backend.employ('super-admin')
  await openAs(page, email, screenPath('admin', 'clientDetails', client.id))
  await expect(page.getByText('Unknown since')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute(
    'href',
    screenPath('admin', 'dashboard'),
  )
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL(`**${screenPath('admin', 'editClient', client.id)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Client')
  const update = page.getByRole('button', { name: 'Update Client' })
  await expect(update).toBeDisabled()
  await expect(page.getByText('This record was imported without a status. Choose one.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Active')
  await page.getByLabel('Address').fill('No fixed address')
  await reloadWithDraft(page)
  await expect(page.getByLabel('Address'), 'the draft').toHaveValue('No fixed address')

  await api.send('PUT', `/clients/${client.id}`, token, { ...client, status: 'pending', phone: '6515550199' })
  await update.click()
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect(conflict.getByRole('term')).toHaveText(['Phone', 'Address', 'Status'])
  await expectAccessible(page, 'the form with the conflict', { within: 'dialog' })
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByText('Client updated successfully!')).toBeVisible()

  await page.waitForURL(`**${screenPath('admin', 'clients')}`)
  await searchList(page, lastName)
  await page.getByRole('button', { name: 'Edit Info' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Info' })
  await expect(dialog.getByLabel('Phone'), 'of the other person').toHaveValue('(651) 555-0199')
  await expect(dialog.getByLabel('Address')).toHaveValue('No fixed address')
  await expectAccessible(page, 'the dialog', { within: 'dialog' })
  // It is saved, but the response is lost: saved again, it is no conflict.
  await dialog.getByLabel('Phone').fill('(651) 555-0177')
  await dropResponses(page, `**/api/clients/${client.id}`)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Failed to update client.')).toBeVisible()
  await page.unroute(`**/api/clients/${client.id}`)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Client updated successfully.')).toBeVisible()
  await page.getByRole('link', { name: `Hodan ${lastName}` }).click()
  await expect(page.getByText('Active since')).toBeVisible()
  await expect(page.getByText(`changed by Super Admin ${email} from Pending`)).toBeVisible()
})
