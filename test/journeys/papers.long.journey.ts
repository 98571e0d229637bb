import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'

const day = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toLocaleDateString('sv-SE', {
    timeZone: 'America/Chicago',
  })

test('a release is entered by keyboard, and shown on the dashboard before it expires [T673]', async ({
  page,
  backend,
}) => {
  const { nadia, client } = await newOffice(backend)
  const { api, token } = backend
  await api.send('PUT', `/clients/${client.id}`, token, { ...client, assignedTo: nadia.id })
  const papers = page.getByRole('region', { name: 'Signed documents', exact: true })

  await openAs(page, nadia.email, screenPath('manager', 'clientDetails', client.id))
  await expect(papers).toContainText('No signed documents have been entered.')
  await page.getByRole('button', { name: 'Add signed document' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add signed document' })
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
  await expect(page.getByText('Signed document added.')).toBeVisible()
  await expect(papers.getByRole('listitem')).toContainText('Hennepin County')
  await expectAccessible(page, 'a client with papers')
  const { body: stored } = await api.send('GET', `/clients/${client.id}/papers`, token)
  expect(stored).toMatchObject([{ kind: 'release', to: 'Hennepin County', signedOn: day(-340) }])

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const due = page.getByRole('region', { name: 'Due', exact: true })
  await expect(due.getByRole('listitem')).toContainText('Hennepin County')
  await expectAccessible(page, 'the dashboard with what is due')
  await due.getByRole('link', { name: client.lastName }).click()
  await expect(papers).toBeVisible()
})
