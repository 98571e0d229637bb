import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { countEffort } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'
import { hodan } from '#test/support/people.ts'

/* What daily work costs in clicks and keys. */

const dashboard = screenPath('manager', 'dashboard')

const withoutNote = (page: Page) => page.getByRole('region', { name: 'No note this week' })
const noteInput = (page: Page) => page.getByLabel('New Weekly Note')
const nextClient = (page: Page) => page.getByRole('link', { name: /^Next client without a note:/ })
const changeStatus = (page: Page) => page.getByRole('button', { name: 'Change status' })

test('three notes about the next clients take six clicks [T191]', async ({ page, backend }) => {
  for (const firstName of ['Ayan', 'Bile', 'Cawo', 'Deqa'])
    await backend.api.send('POST', '/clients', backend.token, { ...hodan, firstName })
  const chunk = page.waitForResponse(/notes-panel-screen[^/]*\.js$/)
  await openAs(page, await backend.employ('manager'), dashboard)
  await expect(withoutNote(page).getByText(/active clients have had no note since Monday/)).toBeVisible()
  await chunk
  const links = withoutNote(page).getByRole('listitem').getByRole('link')
  const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const effort = countEffort(page)
  await effort.click(links.nth(1))
  for (const href of hrefs.slice(1, 4)) {
    await page.waitForURL(href)
    await expect(noteInput(page)).toBeFocused()
    await page.keyboard.type('Rent is paid, the landlord answers.')
    await effort.click(page.getByRole('button', { name: 'Add Note' }))
    await expect(page.getByText('Note added.')).toBeVisible()
    if (href !== hrefs[3]) await effort.click(nextClient(page))
  }
  expect(effort.cost()).toEqual({ clicks: 6, keys: 0 })

  await effort.click(changeStatus(page))
  await effort.click(page.getByRole('button', { name: 'Pending', exact: true }))
  await expect(page.getByText('Client updated successfully!')).toBeVisible()
  expect(effort.cost(), 'a status, where the note was written').toEqual({ clicks: 2, keys: 0 })
})

test('a manager finds, prints and changes a client [T47]', async ({ page, backend }) => {
  const lastName = `Monday-${crypto.randomUUID().slice(0, 8)}`
  for (const firstName of ['Ayan', 'Bile', 'Cawo'])
    await backend.api.send('POST', '/clients', backend.token, { ...hodan, firstName, lastName })
  await openAs(page, await backend.employ('manager'), dashboard)
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Clients', exact: true }))
  await effort.click(page.getByLabel('Search by name'))
  await effort.write(`bile ${lastName}`)
  const bile = page.getByRole('link', { name: `Bile ${lastName}`, exact: true })
  await expect(page.getByText('1 client found')).toBeVisible()
  await effort.click(bile)
  expect(effort.cost(), 'to the record of a client').toEqual({ clicks: 3, keys: 0 })
  const heading = page.getByRole('heading', { level: 1, name: `Bile ${lastName}` })
  await expect(heading).toBeFocused()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Confidential client record.', { exact: false })).toBeVisible()
  await expect(changeStatus(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await effort.tabTo(changeStatus(page))
  await effort.press('Enter')
  await effort.tabTo(page.getByRole('button', { name: 'Inactive', exact: true }))
  await effort.press('Enter')
  await expect(changeStatus(page)).toBeFocused()
  await expect(page.getByText(/^Inactive since/)).toBeVisible()
  expect(effort.cost(), 'a status by keys').toEqual({ clicks: 0, keys: 4 })

  await page.goBack()
  await expect(page.getByText('1 client found')).toBeVisible()
  await expect(bile).toBeFocused()
  await expect(page.getByRole('row').filter({ has: bile })).toContainText('Inactive')

  await page.getByLabel('Search by name').fill(lastName)
  await page.getByLabel('No note this week').check()
  const names = page.getByRole('rowheader').getByRole('link')
  await expect(names, 'who is active').toHaveText([`Ayan ${lastName}`, `Cawo ${lastName}`])
  await expectAccessible(page, 'clients without a note')
})

test('what is overdue, the next note, a client and a message are one to three actions away [T795]', async ({
  page,
  backend: { api, db, employ },
}) => {
  const lastName = `Near-${crypto.randomUUID().slice(0, 8)}`
  const email = await employ('super-admin', `${lastName}@example.org`.toLowerCase())
  const message = { name: `Rosa ${lastName}`, email: 'rosa@example.org', message: 'Please call me.' }
  await addContactMessage(db, message, new Date())
  await openAs(page, email, screenPath('admin', 'profile'))
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const { sub: assignedTo } = JSON.parse(atob(token.split('.')[1] ?? ''))
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName, assignedTo })
  const task = { on: '2025-01-06', what: 'Call the landlord.' }
  await api.send('POST', `/clients/${client.id}/follow-ups`, token, task)
  const effort = countEffort(page)
  const toDashboard = page.getByRole('link', { name: 'Dashboard', exact: true })

  await effort.click(toDashboard)
  await expect(page.getByText('Overdue since Jan 6, 2025')).toBeInViewport()
  expect(effort.cost(), 'what is overdue').toEqual({ clicks: 1, keys: 0 })

  await effort.click(withoutNote(page).getByRole('link', { name: `Hodan ${lastName}` }))
  await expect(noteInput(page)).toBeFocused()
  await effort.write('Rent is paid.')
  await effort.click(page.getByRole('button', { name: 'Add Note' }))
  await expect(page.getByText('Note added.')).toBeVisible()
  expect(effort.cost(), 'a note about the next client').toEqual({ clicks: 2, keys: 0 })

  const search = page.getByRole('dialog', { name: 'Search' })
  await effort.press('ControlOrMeta+k')
  // In the first two seconds it is still being loaded.
  await expect(search.getByRole('combobox')).toBeFocused()
  await effort.write(lastName)
  await expect(search.getByText('1 client.')).toBeVisible()
  await effort.press('Enter')
  await page.waitForURL(`**${screenPath('admin', 'clientDetails', client.id)}`)
  expect(effort.cost(), 'a client').toEqual({ clicks: 0, keys: 2 })

  await toDashboard.click()
  await effort.click(page.getByRole('link', { name: /unread messages? from the website$/ }))
  const row = page.getByRole('row').filter({ hasText: lastName })
  await effort.click(row.getByRole('button', { name: 'Add as client' }))
  // What the message lacks.
  for (const [label, text] of Object.entries({
    'Date of Birth': '1990-04-12',
    Phone: hodan.phone,
    Address: hodan.address,
  }))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Status', { exact: true }).selectOption('pending')
  await page.getByLabel('Service', { exact: true }).selectOption(hodan.service)
  await effort.click(page.getByRole('button', { name: 'Add Client', exact: true }))
  await expect(page.getByText('Client added successfully!')).toBeVisible()
  expect(effort.cost(), 'a client from a message').toEqual({ clicks: 3, keys: 0 })
})

test('the 17 clients of a leaving worker are split among three in ten actions [T1086]', async ({
  page,
  backend: { api, token, employ },
  backend,
}) => {
  const [{ nadia: leaver, omar }, { nadia }, { omar: third }] = [
    await newOffice(backend),
    await newOffice(backend),
    await newOffice(backend),
  ]
  let last: typeof hodan & { id?: string } = hodan
  for (let count = 11; count <= 27; count += 1) {
    const client = { ...hodan, firstName: `Client ${count}`, lastName: leaver.name, assignedTo: leaver.id }
    last = (await api.send('POST', '/clients', token, client)).body
  }
  await openAs(page, await employ('manager'), screenPath('manager', 'clients'))
  const dialog = page.getByRole('dialog')
  const effort = countEffort(page)
  await page.getByLabel('Worker', { exact: true }).selectOption(leaver.name)
  let actions = 1
  for (const [worker, left] of [
    [omar, 17],
    [nadia, 11],
    [third, 5],
  ] as const) {
    await expect(page.getByText(`${left} clients found`)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Choose / })).toHaveCount(left)
    if (left === 5) await effort.click(page.getByRole('button', { name: 'Choose these 5' }))
    else {
      await page
        .getByRole('checkbox', { name: /^Choose / })
        .nth(5)
        .click({ modifiers: ['Shift'] })
      actions += 1
    }
    if (left === 17) await expectAccessible(page, 'a list with chosen clients')
    await effort.click(page.getByRole('button', { name: /^Assign [56] …$/ }))
    await expect(dialog.getByLabel('New worker')).toBeFocused()
    await effort.write(worker.name)
    await expect(dialog.getByLabel('New worker')).toHaveValue(worker.id)
    if (left === 17) await expectAccessible(page, 'the dialog that assigns several clients')
    if (left === 5) {
      await api.send('PUT', `/clients/${last.id}`, token, { ...last, phone: '6125550199' })
      await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
      await expect(dialog.getByText(/^Nobody was assigned: 1 client has been changed/)).toBeVisible()
      await expectAccessible(page, 'several clients, of whom one has been changed')
      await dialog.getByRole('button', { name: 'Read them again' }).click()
      await expect(dialog.getByRole('button', { name: 'Read them again' })).toHaveCount(0)
    }
    await effort.click(dialog.getByRole('button', { name: 'Assign', exact: true }))
    await expect(page.getByText(/^[56] clients assigned to/)).toBeVisible()
  }
  await expect(page.getByText('No clients match')).toBeVisible()
  const { clicks, keys } = effort.cost()
  expect(actions + clicks + keys).toBe(10)
  for (const { id, count } of [
    { id: omar.id, count: 6 },
    { id: nadia.id, count: 6 },
    { id: third.id, count: 5 },
  ]) {
    const { body } = await api.send('GET', `/clients/summary?assignedTo=${id}`, token)
    expect(body.total).toBe(count)
  }
})

test('an employee takes a client in two actions [T1087]', async ({ page, backend }) => {
  const { nadia, client } = await newOffice(backend)
  await openAs(page, nadia.email, screenPath('manager', 'clients'))
  const row = page.getByRole('row').filter({ hasText: client.lastName })
  const effort = countEffort(page)
  await effort.click(page.getByLabel('Search by name'))
  await effort.write(client.lastName)
  await expect(page.getByText('1 client found')).toBeVisible()
  await effort.click(row.getByRole('button', { name: 'Take' }))
  await expect(page.getByText(/is now assigned to you\.$/)).toBeVisible()
  await expect(row).toContainText(nadia.name)
  expect(effort.cost()).toEqual({ clicks: 2, keys: 0 })
  await expectAccessible(page, 'a client who was just taken')
})

test('a packet for someone to whom the client has released information takes four actions [T1095]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  const release = { kind: 'release', to: 'Hennepin County', signedOn: '2026-03-05' }
  await api.send('POST', `/clients/${client.id}/papers`, token, release)
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientDetails', client.id))
  let actions = 0
  const act = async (action: Promise<void>) => {
    actions++
    await action
  }
  const downloading = page.waitForEvent('download')
  await act(page.getByRole('button', { name: 'Record packet' }).click())
  await act(page.getByRole('button', { name: 'Hennepin County, signed Mar 5, 2026' }).click())
  await expectAccessible(page, 'a packet for a release', { within: 'dialog' })
  await act(page.getByLabel('Purpose').fill('Application for Housing Support'))
  await act(page.getByRole('button', { name: 'Create packet' }).click())
  await downloading
  expect(actions).toBeLessThanOrEqual(4)
  const card = page.getByRole('region', { name: 'Disclosures' })
  await expect(card).toContainText('Hennepin County, for: Application for Housing Support')
  await expect(card).not.toContainText('Shared because')
})
