import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { readCsv } from '#test/support/csv-reader.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

/* The audit trail, as a super-admin reads it. */

const trail = screenPath('admin', 'auditTrail')

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('the audit trail tells who did, saw and printed what [T304]', async ({ page, backend }) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  const { body: note } = await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Moved in.' })
  await api.send('PUT', `/clients/${client.id}`, token, { ...hodan, phone: '6125550199' })
  const details = screenPath('admin', 'clientDetails', client.id)
  await openAs(page, 'admin@example.org', details)
  const print = async () => {
    const recorded = page.waitForResponse('**/prints')
    await page.pdf()
    expect((await recorded).status()).toBe(204)
  }
  await expect(page.getByText('Moved in.')).toBeVisible()
  await print()

  const card = page.getByRole('region', { name: 'Who has seen this record' })
  await expect(card).toContainText('exports of all clients, are not included')
  await expect(card.getByRole('table')).toHaveCount(0)
  await card.getByRole('button', { name: 'Show who has seen it' }).click()
  for (const deed of ['Wrote a note', 'Added a client'])
    await expect(card.getByRole('rowheader').filter({ hasText: deed })).toBeVisible()
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(card.getByRole('table')).toHaveCount(0)

  await link(page, 'Notes').click()
  await expect(page.getByText('1 total')).toBeVisible()
  await print()
  await page.goto(details)
  // Views are written a moment later than they happen.
  const actions = async () => {
    const { body } = await api.send('GET', `/audit?record=${client.id}`, token)
    return body.items.map(({ action }: { action: string }) => action)
  }
  await expect.poll(actions).toContain('viewed')
  await link(page, 'Audit trail').click()
  const deeds = page.getByRole('rowheader')
  for (const deed of [
    'Printed a client: notes',
    'Printed a client: details',
    'Opened a client',
    'Edited a client: phone',
    'Wrote a note',
    'Added a client',
  ])
    await expect(deeds.filter({ hasText: deed }).first()).toBeVisible()
  const [record, employee] = [page.getByLabel('Record of'), page.getByLabel('Changed or viewed by')]
  await expect(record).toHaveValue('Hodan Warsame')
  await expect(link(page, 'Open the client')).toHaveAttribute('href', details)
  await expect(page.getByText('exports of all clients, are not included')).toBeVisible()
  await expect(rowOf(page, 'Wrote a note')).toContainText(`Note ${note.id.slice(-8)}`)
  await expect(rowOf(page, 'Edited a client: phone')).toContainText(
    /Super Admin admin@example.org\s*super-admin/,
  )
  await expect(page.getByRole('main')).not.toContainText(/Moved in|6125550199/)

  await employee.fill('ADMIN@')
  await page.getByRole('option', { name: /admin@/ }).click()
  await expect(deeds.filter({ hasText: 'Added a client' })).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No rows found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await expect(employee).toHaveValue('')
})

test('a supervisor finds by name who looked at a record and what was changed, and downloads it [T734]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const deqa = { ...hodan, firstName: 'Deqa', lastName: 'Abdi' }
  const { body: client } = await api.send('POST', '/clients', token, deqa)
  const { body: former } = await api.send('POST', '/clients', token, { ...deqa, lastName: 'Former' })
  await api.send('DELETE', `/clients/${former.id}`, token)
  const reader = await backend.employ('employee')
  const { body: session } = await api.send('POST', '/auth/login', undefined, { email: reader, password })
  for (const path of ['', '/notes', '', '/notes'])
    await api.send('GET', `/clients/${client.id}${path}`, session.token)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  await openAs(page, await backend.employ('super-admin'), trail)
  const record = page.getByLabel('Record of')
  await record.pressSequentially('deqa')
  const options = page.getByRole('option')
  await expect(options).toHaveText([
    /^Deqa Abdi\s*Born Feb 29, 1988$/,
    /^Deqa Former\s*Born Feb 29, 1988, deleted$/,
  ])
  await expectAccessible(page, 'the open picker')
  await page.keyboard.press('Enter')
  await expect(record).toHaveValue('Deqa Abdi')
  await expect(page.getByText('Who has seen this record.')).toBeVisible()

  const deeds = page.getByRole('rowheader')
  await expect(deeds).toHaveCount(2)
  await expect(deeds.first()).toContainText('Opened a client, read a client’s notes')

  await page.getByLabel('Changes only').check()
  await expect(deeds).toHaveText([/Added a client/])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
  const rows = readCsv(readFileSync(await file.path(), 'utf8'))
  expect(rows.slice(1).map((cells) => cells[rows[0]?.indexOf('What happened') ?? -1])).toEqual([
    'Added a client',
  ])

  await record.fill('former')
  await options.filter({ hasText: 'Deqa Former' }).click()
  await expect(deeds).toHaveText([/Deleted a client/, /Added a client/])
  await expect(page.getByRole('link', { name: 'Open the client' })).toHaveCount(0)
  expect(requests.filter((url) => /deqa|abdi|former/i.test(url))).toEqual([])

  await page.goto(screenPath('admin', 'clientDetails', client.id))
  await page.getByRole('button', { name: 'Show who has seen it' }).click()
  // On a slow computer, there is another visit.
  await expect(page.getByRole('button', { name: /^4 views since .* by Super Admin: / }).first()).toBeVisible()
})
