import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { focusOutOfSight } from '#test/support/focus-in-sight.ts'
import { expect, openAs, reloadWithDraft, searchList, test } from '#test/support/journey.ts'
import { dropResponses } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

/* Changing a client, in the list's dialog and in the form of its own. */

const ownName = () => `Edited-${crypto.randomUUID().slice(0, 8)}`
const list = screenPath('manager', 'clients')

test('Edit Info keeps what was typed, and updates the row [T9]', async ({ page, backend }) => {
  const lastName = ownName()
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName })
  await openAs(page, await backend.employ('manager'), list)
  await searchList(page, lastName)
  const open = page.getByRole('button', { name: 'Edit Info' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Info' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  for (const [label, value] of Object.entries({
    'First Name': hodan.firstName,
    'Last Name': lastName,
    'Date of Birth': hodan.dateOfBirth,
    Address: hodan.address,
    Status: hodan.status,
    Service: hodan.service,
    Phone: '(612) 555-0142',
    Email: hodan.email,
  }))
    await expect(dialog.getByLabel(label)).toHaveValue(value)
  await expectAccessible(page, 'the dialog', { within: 'dialog' })
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await focusOutOfSight(page), 'at 400 %').toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await dialog.getByLabel('First Name').fill('')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('First Name').fill('Hawa')
  await dialog.getByLabel('Phone').fill('(651) 555-0177')
  await dialog.getByLabel('Status').selectOption('Pending')

  // It is saved, but the response is lost: saved again, it is no conflict.
  await dropResponses(page, `**/api/clients/${client.id}`)
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to update client.The server is not responding.',
  )
  await expect(dialog.getByLabel('First Name')).toHaveValue('Hawa')
  await page.unroute(`**/api/clients/${client.id}`)
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/api/clients/'),
  )
  await save.click()
  // The whole client, with the edits in it (docs/specification.md §7).
  expect((await sent).postDataJSON()).toMatchObject({
    ...client,
    firstName: 'Hawa',
    status: 'pending',
    phone: '6515550177',
  })
  await expect(page.getByText('Client updated successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: lastName })).toContainText(
    /Hawa .*Pending.*\(651\) 555-0177/,
  )
})

test('of two edits of one client nothing typed is lost [T162]', async ({ page, backend }) => {
  const { api, token } = backend
  const lastName = ownName()
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName })
  const path = `/clients/${client.id}`
  await openAs(page, await backend.employ('employee'), screenPath('manager', 'editClient', client.id))
  await page.getByLabel('Phone').fill('6515550100')
  await page.getByLabel('Address').fill('No fixed address')
  await api.send('PUT', path, token, { ...client, phone: '6515550199', status: 'inactive' })
  await page.getByRole('button', { name: 'Update Client' }).click()

  const conflict = page.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect(conflict).toHaveAccessibleDescription(
    new RegExp(`^${hodan.firstName} ${lastName} Date of Birth: February 29, 1988 `),
  )
  await expect(conflict.getByRole('term')).toHaveText(['Phone', 'Address', 'Status'])
  await expect(conflict.getByRole('definition').first()).toHaveText('Yours (651) 555-0100')
  await expectAccessible(page, 'the form with the conflict', { within: 'dialog' })

  await reloadWithDraft(page)
  await expect(page.getByLabel('Phone')).toHaveValue('(651) 555-0100')
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByText('Client updated successfully!')).toBeVisible()
  await page.waitForURL(`**${screenPath('manager', 'clients')}`)
  expect((await api.send('GET', path, token)).body).toMatchObject({
    phone: '6515550100',
    address: 'No fixed address',
    status: 'inactive',
    version: 3,
  })
})

test('a super-admin gives an imported client a status [T50]', async ({ page, backend }) => {
  const lastName = ownName()
  const imported = { ...hodan, lastName, status: undefined }
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, imported)
  const email = await backend.employ('super-admin')
  const details = screenPath('admin', 'clientDetails', client.id)
  await openAs(page, email, details)
  await expect(page.getByText('February 29, 1988', { exact: true })).toBeVisible()
  await expect(page.getByText('Unknown since')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute(
    'href',
    screenPath('admin', 'dashboard'),
  )
  await expect(page.locator(`a[href="/admin/client-notes-report/${client.id}"]`)).toHaveCount(1)
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
  await update.click()
  await expect(page.getByText('Client updated successfully!')).toBeVisible()
  await page.waitForURL(`**${screenPath('admin', 'clients')}`)
  await page.goto(details)
  await expect(page.getByText('Active since')).toBeVisible()
  await expect(page.getByText(`changed by Super Admin ${email} from Unknown`)).toBeVisible()
})

test('a birth date is the same day in every time zone [T188]', async ({ browser, baseURL, backend }) => {
  const lastName = ownName()
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName })
  const email = await backend.employ('manager')
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const context = await browser.newContext({ timezoneId, baseURL })
    const page = await context.newPage()
    await openAs(page, email, screenPath('manager', 'clientDetails', client.id))
    await expect(page.getByText('February 29, 1988', { exact: true }), timezoneId).toBeVisible()
    await page.goto(list)
    await searchList(page, lastName)
    await page.getByRole('button', { name: 'Edit Info' }).click()
    await expect(page.getByLabel('Date of Birth'), timezoneId).toHaveValue('1988-02-29')
    await page.getByLabel('First Name').fill(`Hodan ${timezoneId.replace('/', ' ')}`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Client updated successfully.')).toBeVisible()
    await context.close()
  }
  const { body: after } = await backend.api.send('GET', `/clients/${client.id}`, backend.token)
  expect(after).toMatchObject({ dateOfBirth: '1988-02-29', version: 3 })
})
