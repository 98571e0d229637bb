import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { expectProvenRecords } from '#test/support/record-verification.ts'

/* What a client has signed: entered, about to expire, revoked. */

test.afterAll(async ({ backend }) => expectProvenRecords(backend))

const day = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toLocaleDateString('sv-SE', {
    timeZone: 'America/Chicago',
  })

test('a release is entered by keyboard, shown before it expires, and revoked by an admin [T673]', async ({
  page,
  backend,
}) => {
  const { api, token, employ } = backend
  const lastName = crypto.randomUUID().slice(0, 8)
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName })
  const employee = await employ('employee', `${lastName}@example.org`)
  const details = screenPath('manager', 'clientDetails', client.id)
  const papers = page.getByRole('region', { name: 'Papers', exact: true })
  const release = papers.getByRole('listitem').filter({ hasText: 'Hennepin County' })
  const stored = async () => (await api.send('GET', `/clients/${client.id}/papers`, token)).body

  await openAs(page, employee, details)
  await expect(papers).toContainText('No signed papers have been entered.')
  await page.getByRole('button', { name: 'Add document' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add document' })
  await expect(dialog.getByLabel('Kind')).toBeFocused()
  await page.keyboard.type('Release')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hennepin County')
  // Nothing is filled in by itself.
  await expect(dialog.getByLabel('Expires on')).toHaveValue('')
  await dialog.getByLabel('Signed on').fill(day(-340))
  await dialog.getByRole('button', { name: 'One year' }).click()
  await expectAccessible(page, 'adding a paper', { within: 'dialog' })
  await dialog.getByLabel('Expires on').press('Enter')
  await expect(page.getByText('Document added.')).toBeVisible()
  await expect(release).toContainText('Expires')
  const [paper] = await stored()
  expect(paper).toMatchObject({ kind: 'release', to: 'Hennepin County', signedOn: day(-340) })
  await expectAccessible(page, 'a client with papers')

  await release.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit document' })
  await expect(edit.getByLabel('Revoked on')).toHaveCount(0)
  await edit.getByLabel('Expires on').fill(day(-341))
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText('It can’t expire before it was signed').first()).toBeVisible()
  await edit.getByLabel('Expires on').fill(day(-1))
  await edit.getByLabel('Where it is kept').fill('Folder H')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(release).toContainText('Expired')
  await expect(release).toContainText('Folder H')

  const { body: workers } = await api.send('GET', '/employees', token)
  const { id: assignedTo } = workers.find(({ email }: { email: string }) => email === employee)
  await api.send('PUT', `/clients/${client.id}`, token, { ...client, assignedTo })
  await page.goto(screenPath('manager', 'dashboard'))
  const expiring = page.getByRole('region', { name: 'Papers to renew' })
  await expect(expiring.getByRole('listitem')).toContainText('Hennepin County')
  await expectAccessible(page, 'the dashboard with a paper that has expired')
  await expiring.getByRole('link', { name: lastName }).click()
  await expect(papers).toBeVisible()

  await openAs(page, 'admin@example.org', screenPath('admin', 'clientDetails', client.id))
  await release.getByRole('button', { name: 'Edit' }).click()
  await edit.getByLabel('Revoked on').fill(day(0))
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(release).toContainText('Revoked')
  await expect(release.getByRole('button')).toHaveCount(0)
  expect(await stored()).toMatchObject([{ revokedOn: day(0), where: 'Folder H' }])
})
