import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/* The audit trail, as a super-admin reads it. */

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
