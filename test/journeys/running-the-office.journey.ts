import type { Page } from '@playwright/test'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { countEffort } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/* The administrative jobs of a super-admin and an admin, and what each costs in clicks and keys. */

const dashboard = screenPath('admin', 'dashboard')
const trail = screenPath('admin', 'auditTrail')

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Label and typed text of each field of a new employee, in order. */
const newcomer = (lastName: string): readonly (readonly [label: string, typed: string])[] => [
  ['First Name', 'Faduma'],
  ['Last Name', lastName],
  ['Date of Birth', '09301991'],
  ['Email', `${lastName}@example.org`],
  ['Phone', '(612) 555-0117'],
  ['Address', '810 Lake Street E, Minneapolis, MN 55407'],
]

test('a super-admin adds, corrects, promotes and deletes an employee, and the audit trail shows all of it', async ({
  page,
  backend,
}) => {
  const lastName = `Nur-${crypto.randomUUID().slice(0, 8)}`
  const { api, token } = backend
  await openAs(page, await backend.employ('super-admin'), dashboard)
  const effort = countEffort(page)
  await effort.click(link(page, 'Add Employee').first())
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const [label, typed] of newcomer(lastName)) {
    await effort.tabTo(page.getByLabel(label))
    await effort.write(typed)
  }
  // Enter sends nothing until the form has checked the last key.
  await expect(page.getByRole('button', { name: 'Create Employee' })).toBeEnabled()
  await effort.press('Enter')
  await expect(page.getByText('Employee created successfully. Email sent for password setup.')).toBeVisible()
  expect(effort.cost(), 'hire').toEqual({ clicks: 1, keys: 8 })
  // A deleted employee would get no mail, so wait until it is sent.
  const mailed = async () => {
    const { body } = await api.send('GET', '/audit', token)
    return body.items.map(({ action, employee }: Record<string, string>) => `${action} ${employee}`)
  }
  await expect.poll(mailed).toContain(`sent set-up mail Faduma ${lastName}`)

  await effort.click(link(page, 'See all employees'))
  await effort.click(page.getByLabel('Search by name'))
  await effort.write(lastName)
  // Until the list has narrowed, its rows move, and a click between press and release would hit nothing.
  await expect(page.locator('.list-count')).toHaveText(/ found$/)
  const row = rowOf(page, lastName)
  await effort.click(row.getByRole('button', { name: 'Edit' }))
  const dialog = page.getByRole('dialog', { name: 'Edit Employee' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await effort.write('Fadumo')
  await effort.press('Enter')
  await expect(page.getByText('Employee updated successfully.')).toBeVisible()
  expect(effort.cost(), 'correct').toEqual({ clicks: 3, keys: 1 })

  await effort.choose(row.getByRole('combobox'), 'Admin')
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  expect(effort.cost(), 'promote').toEqual({ clicks: 2, keys: 0 })

  await effort.click(row.getByRole('button', { name: 'Delete' }))
  await effort.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('Employee deleted successfully.')).toBeVisible()
  expect(effort.cost(), 'let go').toEqual({ clicks: 2, keys: 0 })

  await effort.click(page.getByRole('button', { name: 'Profile', exact: true }))
  await effort.click(link(page, 'Audit Trail'))
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Trail' })).toBeFocused()
  expect(effort.cost(), 'read what happened').toEqual({ clicks: 2, keys: 0 })
  await rowOf(page, `Fadumo ${lastName}`).getByRole('link').first().click()
  const deeds = page.getByRole('rowheader')
  await expect(deeds).toContainText([
    'Deleted an employee',
    'Changed a role from manager to admin',
    'Edited an employee: first name',
    /A setup email was sent|Added an employee/,
    /A setup email was sent|Added an employee/,
  ])
  await expect(page.getByRole('status').filter({ hasText: 'row' })).toBeFocused()
})

test('the trail of a client is one click from the record, and can be narrowed by person and by day [T304]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  const { body: note } = await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Moved in.' })
  await api.send('PUT', `/clients/${client.id}`, token, { ...hodan, phone: '6125550199' })
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientDetails', client.id))
  // Views are written a moment later than they happen.
  const actions = async () => {
    const { body } = await api.send('GET', `/audit?record=${client.id}`, token)
    return body.items.map(({ action }: { action: string }) => action)
  }
  await expect.poll(actions).toContain('viewed')
  const effort = countEffort(page)
  await effort.click(link(page, 'Audit trail'))
  expect(effort.cost()).toEqual({ clicks: 1, keys: 0 })
  const deeds = page.getByRole('rowheader')
  for (const deed of ['Opened a client', 'Edited a client: phone', 'Wrote a note', 'Added a client'])
    await expect(deeds.filter({ hasText: deed }).first()).toBeVisible()
  await expect(page.getByLabel('Record ID')).toHaveValue(client.id)
  await expect(rowOf(page, 'Wrote a note')).toContainText(`Note ${note.id.slice(-8)}`)
  await expect(rowOf(page, 'Edited a client: phone')).toContainText(
    'Super Admin admin@example.org · super-admin',
  )
  await expect(page.getByRole('main')).not.toContainText(/Hodan|Moved in|6125550199/)

  await page.getByLabel('Employee name or email').fill('nobody of that name')
  await expect(page.getByText('No rows found')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear Filters' }).last().click()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No rows found')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('')
  await page.getByLabel('Record ID').fill(`${client.id.slice(0, -1)}`)
  await expect(page.getByText('Enter the full ID.')).toBeVisible()
  await page.getByLabel('Record ID').fill(client.id)
  await page.getByLabel('Employee name or email').fill('ADMIN@')
  await expect(page).toHaveURL(new RegExp(`${trail}\\?record=${client.id}$`))
  await expect(deeds.filter({ hasText: 'Added a client' })).toBeVisible()
  await effort.click(link(page, 'Open the client'))
  await page.waitForURL(`**${screenPath('admin', 'clientDetails', client.id)}`)
})

test('a super-admin sees on a client’s page who has seen the record, an admin does not [T466]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Moved in.' })
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientDetails', client.id))
  const card = page.getByRole('region', { name: 'Who has seen this record' })
  await expect(card).toContainText('exports of all clients, are not included')
  await expect(card.getByRole('table')).toHaveCount(0)
  await card.getByRole('button', { name: 'Show who has seen it' }).click()
  for (const deed of ['Wrote a note', 'Added a client'])
    await expect(card.getByRole('rowheader').filter({ hasText: deed })).toBeVisible()
  await expect(card).toContainText('Super Admin')
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(card.getByRole('table')).toHaveCount(0)
  await page.goto(`${trail}?record=${client.id}`)
  await expect(page.getByText('exports of all clients, are not included')).toBeVisible()

  await openAs(page, await backend.employ('admin'), screenPath('manager', 'clientDetails', client.id))
  await expect(page.getByRole('heading', { name: 'Status history' })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('client details and the notes panel are named in the trail when the browser prints them [T318]', async ({
  page,
  backend,
}) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientDetails', client.id))
  const print = async () => {
    const recorded = page.waitForResponse('**/prints')
    await page.pdf()
    expect((await recorded).status()).toBe(204)
  }
  await expect(page.getByText('No notes for this client.')).toBeVisible()
  await print()
  await link(page, 'Notes').click()
  await expect(page.getByText('0 total')).toBeVisible()
  await print()
  await page.goto(`${trail}?record=${client.id}`)
  const prints = page.getByRole('rowheader', { name: 'Printed a client' })
  await expect(prints).toContainText(['Printed a client: notes', 'Printed a client: details'])
})

test('a button loads older rows of the audit trail and passes focus on when it disappears, and a failed load is reported', async ({
  page,
  backend,
}) => {
  await openAs(page, await backend.employ('super-admin'), dashboard)
  const row = (id: number): TrailRow => ({
    id: `${id}`,
    at: '2026-03-02T15:04:05.000Z',
    actor: null,
    action: 'purged',
    kind: 'client',
    recordId: `gone-${id}`,
    employee: null,
    clientId: null,
    fields: [],
    filter: [],
    records: [],
    count: null,
    role: null,
    operator: null,
    backup: null,
    sessionId: null,
    network: null,
    requestId: null,
  })
  let isAway = true
  await page.route('**/api/audit/search', (route) => {
    const isOlder = 'cursor' in route.request().postDataJSON()
    if (isOlder && isAway) return route.abort()
    return route.fulfill({ json: { items: [row(isOlder ? 1 : 2)], nextCursor: isOlder ? null : '2' } })
  })
  await page.goto(trail)
  await expect(page.getByText('The newest 1 row')).toBeVisible()
  await page.getByRole('button', { name: 'Show older rows' }).click()
  await expect(page.getByRole('alert')).toContainText('Unable to load older rows.')
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('rowheader')).toContainText([
    'Permanently deleted a client',
    'Permanently deleted a client',
  ])
  await expect(page.getByText('2 rows', { exact: true })).toBeFocused()
  await expect(page.getByText('Not signed in')).toHaveCount(2)
})

test('an admin reads what a note said before it was edited, and sees no trail [T308]', async ({
  page,
  backend,
}) => {
  const lastName = `Nooted-${crypto.randomUUID().slice(0, 8)}`
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName })
  const notes = `/clients/${client.id}/notes`
  const { body: note } = await api.send('POST', notes, token, { text: 'Rent is late.' })
  await api.send('PUT', `${notes}/${note.id}`, token, { text: 'Rent is paid.' })
  await openAs(page, await backend.employ('admin'), screenPath('manager', 'dashboard'))
  const effort = countEffort(page)
  await effort.click(link(page, 'Clients'))
  await effort.click(page.getByLabel('Search by name'))
  await effort.write(lastName)
  await expect(page.getByText('1 client found')).toBeVisible()
  await effort.click(rowOf(page, lastName).getByRole('link', { name: 'Notes', exact: true }))
  await effort.click(page.getByRole('button', { name: 'Earlier versions' }))
  await expect(page.getByRole('dialog')).toContainText('Rent is late.')
  expect(effort.cost()).toEqual({ clicks: 4, keys: 0 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expect(link(page, 'My Account')).toBeVisible()
  await expect(link(page, 'Audit Trail')).toHaveCount(0)
})
