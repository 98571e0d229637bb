import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

test('a note is added with its follow-up, and the row is closed and empty for the next one [T660]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  const employee = await backend.employ('employee')
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' })
  await openAs(page, employee, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').fill('Toured two apartments.')
  await page.getByText('Follow-up', { exact: true }).click()
  await page.getByLabel('What to do', { exact: true }).fill('Send the application.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Choose a date')).toBeVisible()
  // A draft like the rest of the form. The sentence that it was saved may still be about what was typed before.
  const isStored = page.waitForResponse((response) => response.request().postData()?.includes(day) === true)
  await page.getByLabel('Due on').fill(day)
  await isStored
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('What to do', { exact: true })).toHaveValue('Send the application.')
  await expectAccessible(page, 'a note with a follow-up')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Send the application.' })).toContainText(
    'Due today',
  )
  await expect(page.getByLabel('What to do', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Add follow-up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add follow-up' })
  await expectAccessible(page, 'adding a follow-up', { within: 'dialog' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const { body: open } = await api.send('POST', '/follow-ups/search', token, {
    clientId: client.id,
    limit: 50,
  })
  expect(open.items).toMatchObject([{ on: day, noteId: expect.any(String), createdBy: employee }])
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('region', { name: 'My follow-ups' })).toContainText('Send the application.')
  await expectAccessible(page, 'the dashboard with what is due')
})
