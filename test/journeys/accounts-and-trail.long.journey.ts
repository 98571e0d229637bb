import { readFileSync } from 'node:fs'
import { screenPath } from '#contract/paths.ts'
import { expectAccessible, violations } from '#test/support/accessibility.ts'
import { readCsv } from '#test/support/csv-reader.ts'
import { expect, openAs, searchList, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'
import { appCode } from '#test/support/two-step.ts'

/* States of screens about accounts, deleted records and the audit trail that every-screen.long.journey.ts does not show. */

test('a user’s own account meets WCAG 2.2 AA in every state', async ({ page, backend: { api, employ } }) => {
  const email = await employ('manager')
  await openAs(page, email, screenPath('manager', 'profile'))
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const { secret } = (await api.send('POST', '/auth/two-step', token)).body
  await api.send('POST', '/auth/two-step/confirm', token, { code: appCode(secret, new Date()) })
  const code = appCode(secret, new Date(Date.now() + 30_000))
  await api.send('POST', '/auth/login', undefined, { email, password, code })
  await page.reload()
  const card = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'two sessions')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByLabel('Code or recovery code')).toHaveAccessibleDescription(/./)
  await expectAccessible(page, 'turning two-step sign-in off')
})

test('the list of employees meets WCAG 2.2 AA in every state', async ({ page, backend }) => {
  const target = await backend.employ('manager')
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'userManagement'))
  await searchList(page, 'super')
  const row = page.getByRole('row').filter({ hasText: target })
  await row.getByRole('button', { name: 'More' }).press('Enter')
  // What an open menu half covers can't be pressed until it closes.
  await expectAccessible(page, 'the menu of a row', { within: ':popover-open' })
  await page.keyboard.press('Escape')
  await page.route('**/api/employees/*', (route) =>
    route.fulfill({ status: 403, json: { code: 'confirm-password', message: 'Confirm it.' } }),
  )
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm your password' })).toBeVisible()
  await expectAccessible(page, 'confirming the password', { within: 'dialog:last-of-type' })
})

test('deleted records, and the audit trail with a picker and a visit, meet WCAG 2.2 AA', async ({
  page,
  backend: { api, token, employ },
}) => {
  const deqa = { ...hodan, firstName: 'Deqa', lastName: 'Trail' }
  const { body: client } = await api.send('POST', '/clients', token, deqa)
  const { body: former } = await api.send('POST', '/clients', token, { ...deqa, lastName: 'Former' })
  const { body: note } = await api.send('POST', `/clients/${former.id}/notes`, token, { text: 'Called.' })
  await api.send('DELETE', `/clients/${former.id}/notes/${note.id}`, token)
  await api.send('DELETE', `/clients/${former.id}`, token)
  for (const path of ['', '/notes', '']) await api.send('GET', `/clients/${client.id}${path}`, token)
  await openAs(page, await employ('super-admin'), screenPath('admin', 'deletedRecords'))
  await expect(page.getByText('Restore the client first').first()).toBeVisible()
  await expectAccessible(page, 'deleted records')

  await page.goto(screenPath('admin', 'auditTrail'))
  await page.getByLabel('Record of').pressSequentially('deqa trail')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectAccessible(page, 'the open picker')
  expect(await violations(page), 'the open picker, wide').toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const visit = page.getByRole('button', { name: /^\d+ views since / }).first()
  await visit.click()
  await expect(visit).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, 'an open visit')
  expect(await violations(page), 'an open visit, wide').toEqual([])
})

test('a supervisor finds by name who looked at a record and what was changed, and downloads it [T734]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const ebla = { ...hodan, firstName: 'Ebla', lastName: 'Abdi' }
  const { body: client } = await api.send('POST', '/clients', token, ebla)
  const { body: former } = await api.send('POST', '/clients', token, { ...ebla, lastName: 'Former' })
  await api.send('DELETE', `/clients/${former.id}`, token)
  const reader = await backend.employ('employee')
  const { body: session } = await api.send('POST', '/auth/login', undefined, { email: reader, password })
  for (const path of ['', '/notes', '', '/notes'])
    await api.send('GET', `/clients/${client.id}${path}`, session.token)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'auditTrail'))
  const record = page.getByLabel('Record of')
  await record.pressSequentially('ebla')
  const options = page.getByRole('option')
  await expect(options).toHaveText([
    /^Ebla Abdi\s*Born Feb 29, 1988$/,
    /^Ebla Former\s*Born Feb 29, 1988, deleted$/,
  ])
  await expectAccessible(page, 'the open picker')
  await page.keyboard.press('Enter')
  await expect(record).toHaveValue('Ebla Abdi')
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
  await options.filter({ hasText: 'Ebla Former' }).click()
  await expect(deeds).toHaveText([/Deleted a client/, /Added a client/])
  await expect(page.getByRole('link', { name: 'Open the client' })).toHaveCount(0)
  expect(requests.filter((url) => /ebla|abdi|former/i.test(url))).toEqual([])

  await page.goto(screenPath('admin', 'clientDetails', client.id))
  await page.getByRole('button', { name: 'Show who has seen it' }).click()
  // On a slow computer, there is another visit.
  await expect(page.getByRole('button', { name: /^4 views since .* by Super Admin: / }).first()).toBeVisible()
})
