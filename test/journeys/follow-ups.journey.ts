import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { type Backend, expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { expectProvenRecords } from '#test/support/record-verification.ts'

/* Follow-ups: with a note or alone, on the client's screens and on the dashboard. */

test.afterAll(async ({ backend }) => expectProvenRecords(backend))

async function newClient({ api, token, employ }: Backend) {
  const lastName = crypto.randomUUID().slice(0, 8)
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName })
  const open = async (isOpen = true) =>
    (await api.send('POST', '/follow-ups/search', token, { clientId: client.id, open: isOpen, limit: 50 }))
      .body.items
  return { client, open, employee: await employ('employee', `${lastName}@example.org`) }
}

const inDays = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toLocaleDateString('sv-SE', {
    timeZone: 'America/Chicago',
  })
const followUps = (page: Page) => page.getByRole('region', { name: 'Follow-ups' })
const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('a note is added with its follow-up, and the row is closed and empty for the next one [T660]', async ({
  page,
  backend,
}) => {
  const { client, open, employee } = await newClient(backend)
  await openAs(page, employee, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').fill('Toured two apartments.')
  await page.getByText('Follow-up', { exact: true }).click()
  await page.getByLabel('What to do', { exact: true }).fill('Send the application.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Choose a date')).toBeVisible()
  // A draft like the rest of the form. The sentence that it was saved may still be about what was typed before.
  const isStored = page.waitForResponse(
    (response) => response.request().postData()?.includes(inDays(0)) === true,
  )
  await page.getByLabel('Due on').fill(inDays(0))
  await isStored
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('What to do', { exact: true })).toHaveValue('Send the application.')
  await expectAccessible(page, 'a note with a follow-up')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(item(page, 'Send the application.')).toContainText('Due today')
  await expect(page.getByLabel('What to do', { exact: true })).toBeHidden()
  expect(await open()).toMatchObject([{ on: inDays(0), noteId: expect.any(String), createdBy: employee }])
})

test('a follow-up is added, edited, completed and undone by keyboard, and two people lose nothing [T661]', async ({
  page,
  backend,
}) => {
  const { client, open, employee } = await newClient(backend)
  const { api, token } = backend
  await openAs(page, employee, screenPath('manager', 'clientDetails', client.id))
  await expect(followUps(page)).toContainText('Nothing is due.')
  await page.getByRole('button', { name: 'Add follow-up' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add follow-up' })
  await expect(dialog.getByLabel('What to do')).toBeFocused()
  await page.keyboard.type('Call the landlord.')
  await dialog.getByLabel('Due on').fill(inDays(-1))
  await expectAccessible(page, 'adding a follow-up', { within: 'dialog' })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Follow-up added.')).toBeVisible()
  const row = followUps(page).getByRole('listitem')
  await expect(row).toContainText('Overdue since')
  await expectAccessible(page, 'a client with an overdue follow-up')

  const [{ id, version }] = await open()
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit follow-up' })
  await edit.getByLabel('What to do').fill('Call the landlord about the lease.')
  await api.send('PUT', `/follow-ups/${id}`, token, { on: inDays(3), version })
  await edit.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this record' })
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByText('Follow-up saved.')).toBeVisible()
  expect(await open()).toMatchObject([{ what: 'Call the landlord about the lease.', on: inDays(3) }])

  await row.getByRole('button', { name: 'Done' }).click()
  await expect(followUps(page)).toContainText('Nothing is due.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Call the landlord about the lease.')
  await row.getByRole('button', { name: 'Done' }).click()
  await followUps(page).getByText('Completed follow-ups').click()
  await expect(row).toContainText('Done')
  await row.getByRole('button', { name: 'Reopen' }).click()
  await expect.poll(open).toHaveLength(1)
})

test('the dashboard shows one’s own due follow-ups and unfinished drafts, one click away [T662]', async ({
  page,
  backend,
}) => {
  const { client, employee } = await newClient(backend)
  const { api } = backend
  await openAs(page, employee, screenPath('manager', 'clientNotes', client.id))
  await expect(page.getByRole('button', { name: 'Add follow-up' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const add = (on: string, what: string) =>
    api.send('POST', `/clients/${client.id}/follow-ups`, token ?? '', { on, what })
  await add(inDays(-2), 'Overdue task.')
  await add(inDays(7), 'Next week.')
  await add(inDays(9), 'Later.')
  await page.getByLabel('New Weekly Note').fill('Half a sentence')
  await page.goto(screenPath('manager', 'dashboard'))
  const own = page.getByRole('region', { name: 'My follow-ups' })
  await expect(own).toContainText('2 follow-ups through')
  await expect(own).toContainText('1 overdue')
  await expect(own.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'the dashboard with what is due')
  await own.getByRole('listitem').first().getByRole('button', { name: 'Done' }).click()
  await expect(own.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: `Unfinished note about Hodan ${client.lastName}` }).click()
  await expect(page.getByLabel('New Weekly Note')).toHaveValue('Half a sentence')
})

test('a manager sees the workload of each worker, and each number leads to its list [T663]', async ({
  page,
  backend,
}) => {
  const { client, employee } = await newClient(backend)
  const { api, token } = backend
  const { body: workers } = await api.send('GET', '/employees', token)
  const { id } = workers.find(({ email }: { email: string }) => email === employee)
  await api.send('PATCH', `/employees/${id}`, token, {
    ...workers.find((worker: { id: string }) => worker.id === id),
    firstName: 'Nadia',
    lastName: client.lastName,
  })
  await api.send('PUT', `/clients/${client.id}`, token, { ...client, assignedTo: id })
  await api.send('POST', `/clients/${client.id}/follow-ups`, token, {
    on: inDays(-2),
    what: 'Overdue task.',
    assignedTo: id,
  })
  const manager = await backend.employ('manager', `${client.lastName}-manager@example.org`)
  await openAs(page, manager, screenPath('manager', 'dashboard'))
  const row = page.getByRole('row').filter({ hasText: `Nadia ${client.lastName}` })
  await expect(row.getByRole('link')).toHaveText(['1', '1', '1'])
  await row.getByRole('link', { name: /^Overdue follow-ups/ }).click()
  await expect(page.getByRole('region', { name: `Follow-ups of Nadia ${client.lastName}` })).toContainText(
    'Overdue task.',
  )
  await row.getByRole('link', { name: /^No note this week/ }).click()
  await expect(page.getByText('1 active client without a note this week')).toBeVisible()
})

test('the service log shows what an auditor would ask about, and is downloaded [T664]', async ({
  page,
  backend,
}) => {
  const { client, employee } = await newClient(backend)
  await openAs(page, employee, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').fill(`Called about ${client.lastName}.`)
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Note added.')).toBeVisible()
  // An employee has no such screen in the palette.
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('service log')
  await expect(page.getByText('Nothing found.')).toBeVisible()

  await openAs(page, 'admin@example.org', screenPath('admin', 'dashboard'))
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('service log')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Service log' })).toBeFocused()
  const row = page.getByRole('row').filter({ hasText: `Called about ${client.lastName}.` })
  await expect(row).toContainText('Not signed')
  await expect(row).toContainText('Date, duration or contact missing')
  await expectAccessible(page, 'the service log')
  await page.getByLabel('Worth checking').selectOption('Times overlap')
  await expect(row).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Worth checking')).toHaveValue('overlap')
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await expect(row).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^service-log-.*\.csv$/)
  await row.getByRole('link').click()
  await expect(page.getByText(`Called about ${client.lastName}.`)).toBeVisible()
})
