import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

test('a super-admin merges two records of one person, and takes it back [T1504]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const lastName = `Twice-${crypto.randomUUID().slice(0, 8)}`
  const add = async (change: object) =>
    (await api.send('POST', '/clients', token, { ...hodan, lastName, ...change })).body
  const [client, other] = [await add({}), await add({ phone: '6515550177' })]
  await api.send('POST', `/clients/${other.id}/notes`, token, { text: 'Called the landlord.' })
  const details = screenPath('admin', 'clientDetails', client.id)
  await openAs(page, await backend.employ('super-admin'), details)
  await page.getByRole('link', { name: 'Merge with another record' }).click()
  await page.getByRole('list', { name: 'Similar records' }).getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByText('These will move: 1 note')).toBeVisible()
  await expectAccessible(page, 'two records side by side')
  await page.getByText('(651) 555-0177').click()
  await page.getByRole('button', { name: 'Merge records' }).click()
  await page.waitForURL(`**${details}`)
  await expect(page.getByText('Called the landlord.')).toBeVisible()

  await page.goto(screenPath('admin', 'clientNotes', other.id))
  await page.waitForURL(`**${screenPath('admin', 'clientNotes', client.id)}`)
  await page.goto(details)
  const merged = page.getByRole('region', { name: 'Merged records' })
  await merged.getByRole('button', { name: 'Undo this merge' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo merge' }).click()
  await expect(merged).toContainText('Undone')
  await expect(page.getByText('Called the landlord.')).toHaveCount(0)
  await expect(page.getByRole('link', { name: '(612) 555-0142' })).toBeVisible()
  await page.locator('.toast').getByRole('link', { name: 'Open that record' }).click()
  await expect(page.getByText('Called the landlord.')).toBeVisible()
})
