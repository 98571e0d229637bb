import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'
import { expectProvenRecords } from '#test/support/record-verification.ts'

/* Who is responsible for a client, what to know about a person, and the service that a note documents. */

test.afterAll(async ({ backend }) => expectProvenRecords(backend))

test('an employee takes a client and finds them among their own [T550]', async ({ page, backend }) => {
  const { nadia, client } = await newOffice(backend)
  await openAs(page, nadia.email, screenPath('manager', 'editClient', client.id))
  await page.getByLabel('Worker').selectOption(nadia.name)
  await expect(page.getByLabel('Worker').getByRole('option')).toHaveText(['Unassigned', nadia.name])
  await page.getByText('More about this person').click()
  await page.getByLabel('Preferred name').fill('Hodi')
  await expect(page.getByLabel('Needs an interpreter')).toHaveValue('')
  await page.getByLabel('Safe at Home participant').selectOption('Yes')
  await page.getByLabel('Before making contact').fill('Call after 4 pm.')
  await expectAccessible(page, 'the form with more about a person')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await page.waitForURL(`**${screenPath('manager', 'clients')}`)

  await page.getByLabel('Worker').selectOption('My clients')
  await page.waitForURL('**?worker=me')
  await expect(page.getByText('1 client found')).toBeVisible()
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: client.lastName })
  await expect(row).toContainText(nadia.name)
  await expect(row).toContainText('“Hodi”')

  await row.getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByText('Call after 4 pm.')).toBeVisible()
  await expect(page.getByText(/^Safe at Home: use only the designated address/)).toBeVisible()
  await page.goto(screenPath('manager', 'clientDetails', client.id))
  await expect(page.getByText('Before making contact')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Workers' })).toContainText(nadia.name)
  await expectAccessible(page, 'client details with a banner and workers')
})

test('a super-admin hands over a caseload before deleting its worker [T551]', async ({ page, backend }) => {
  const { nadia, omar, client } = await newOffice(backend)
  const { api, token } = backend
  await api.send('PUT', `/clients/${client.id}`, token, { ...client, assignedTo: nadia.id })
  await openAs(page, 'admin@example.org', screenPath('admin', 'userManagement'))
  await page.getByLabel('Search by name').fill(nadia.name)
  const row = page.getByRole('row').filter({ hasText: nadia.email })
  await row.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete employee' })
  await expect(question).toContainText('is the worker for 1 client, who will become unassigned.')
  await question.getByRole('button', { name: 'Hand them over first' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over clients' })
  await expect(dialog.getByRole('button', { name: 'Hand over', exact: true })).toBeDisabled()
  await dialog.getByLabel('New worker').selectOption(omar.name)
  await expectAccessible(page, 'handing over', { within: 'dialog' })
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(page.getByText(`1 client assigned to ${omar.name}.`)).toBeVisible()
  expect((await api.send('GET', `/clients/${client.id}`, token)).body.assignedTo).toBe(omar.id)
})

test('a discharge takes date and reason, and another status can be undone [T552]', async ({
  page,
  backend,
}) => {
  const { nadia, client } = await newOffice(backend)
  const { api, token } = backend
  await openAs(page, nadia.email, screenPath('manager', 'clientDetails', client.id))
  const choose = async (status: string) => {
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('button', { name: status, exact: true }).click()
  }
  await choose('Inactive')
  await expect(page.getByText('is now inactive.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('is now active.')).toBeVisible()
  await choose('Discharged')
  const dialog = page.getByRole('dialog', { name: 'Discharge client' })
  await dialog.getByLabel('Since').fill('2026-01-05')
  await dialog.getByLabel('Reason').fill('Moved in with family.')
  await page.route('**/api/clients/*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Discharge' }).click()
  await expect(dialog.getByText(/^Failed to update client\./)).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Moved in with family.')
  await page.unroute('**/api/clients/*')
  await dialog.getByRole('button', { name: 'Discharge' }).click()
  await expect(page.getByText('Discharged since Jan 5, 2026')).toBeVisible()
  await expect(page.getByText('Moved in with family.')).toBeVisible()
  const { body: history } = await api.send('GET', `/clients/${client.id}/status-history`, token)
  expect(history.map(({ to }: { to: string }) => to)).toEqual(['discharged', 'active', 'inactive', 'active'])
})

test('a note documents a service, and the row below it is empty again [T553]', async ({ page, backend }) => {
  const { nadia, client } = await newOffice(backend)
  await openAs(page, nadia.email, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').fill('Toured two apartments.')
  const facts = page.getByRole('group', { name: 'About the service' })
  await facts.getByRole('button', { name: 'Today' }).click()
  await facts.getByLabel('From').fill('14:00')
  await facts.getByLabel('To', { exact: true }).fill('13:00')
  await facts.getByLabel('Service', { exact: true }).selectOption('Housing Transition')
  await facts.getByLabel('Contact').selectOption('In person')
  await facts.getByLabel('Place').fill('Library')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(facts.getByText('The end must be after the start')).toBeVisible()
  await facts.getByLabel('To', { exact: true }).fill('14:45')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(
    page.getByText(/\d · 2:00–2:45 PM \(45 minutes\) · Housing Transition · In person · Library$/),
  ).toBeVisible()
  await expect(facts.getByLabel('Date of service')).toHaveValue('')
  await expect(facts.getByLabel('Place')).toHaveValue('')
  await expectAccessible(page, 'the notes panel with the facts of a service')

  // By keyboard, all seven facts take seven presses besides typing: 'Today' goes on to the time.
  await page.getByLabel('New Weekly Note').focus()
  await page.keyboard.type('Called the landlord.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(facts.getByLabel('From')).toBeFocused()
  for (const text of ['0200p', '0245p', '', 'Housing T', 'Ph', 'Office']) {
    await page.keyboard.type(text)
    if (text !== 'Office') await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(/\d · 2:00–2:45 PM \(45 minutes\) · Housing Transition · Phone · Office$/),
  ).toBeVisible()

  // A changed time changes the minutes, which nobody has to correct.
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', client.id))
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click()
  const edited = page.getByRole('listitem').getByRole('group', { name: 'About the service' })
  await edited.getByLabel('To', { exact: true }).fill('15:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2:00–3:30 PM (90 minutes)')).toBeVisible()
})
