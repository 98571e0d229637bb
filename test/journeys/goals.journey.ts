import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

test('a goal is agreed, named in a note and reached [T1236]', async ({ page, backend }) => {
  const { api, token, employ } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await openAs(page, await employ('employee'), screenPath('manager', 'clientDetails', client.id))
  const goals = page.getByRole('region', { name: 'Goals', exact: true })
  await expect(goals).toContainText('No goals have been entered.')
  await goals.getByRole('button', { name: 'Add goal' }).click()
  const adding = page.getByRole('dialog', { name: 'Add goal' })
  await adding.getByLabel('Goal', { exact: true }).fill('Find an apartment')
  await adding.getByLabel('Agreed on').fill('2026-03-05')
  await adding.getByLabel('Target date').fill('2026-04-05')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(goals.getByRole('listitem')).toContainText('Due Apr 5, 2026')

  await page.goto(screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').fill('Toured two apartments.')
  const box = page.getByRole('checkbox', { name: 'Find an apartment' })
  await page.getByLabel('Date of service').fill('2026-03-04')
  await expect(box).toBeHidden()
  await page.getByLabel('Date of service').fill('2026-03-05')
  await expect(box).not.toBeChecked()
  await box.check()
  await expectAccessible(page, 'a note that names a goal')
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('button', { name: 'Add Note' }).click()
  const history = page.getByRole('region', { name: 'Notes, newest first' })
  await expect(history.getByText('1 goal: Find an apartment')).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(screenPath('manager', 'clientDetails', client.id))
  await expect(goals.getByRole('listitem')).toContainText('1 note, the latest on Mar 5, 2026')
  await goals.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit goal' })
  await editing.getByLabel('Status').selectOption('Reached')
  await editing.getByLabel('Ended on').fill('2026-03-06')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(goals.getByRole('listitem')).toContainText('Reached Mar 6, 2026')
  await expectAccessible(page, 'a client with a goal')
  const { body: stored } = await api.send('GET', `/clients/${client.id}/goals`, token)
  expect(stored).toMatchObject([{ state: 'reached', stateOn: '2026-03-06', notes: 1 }])
})
