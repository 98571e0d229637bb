import { screenPath } from '#contract/paths.ts'
import { expectAccessible, violations } from '#test/support/accessibility.ts'
import { expect, openAs, searchList, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'
import { appCode } from '#test/support/two-step.ts'

/* States of screens about accounts, deleted records and the audit trail that every-screen.journey.ts does not show. */

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
