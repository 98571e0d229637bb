import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

test('an edit of a note is never lost, and keeps its versions [T183]', async ({ page, backend }) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  const notes = `/clients/${client.id}/notes`
  await api.send('POST', notes, token, { text: 'Called the landlord.' })
  const { body: first } = await api.send('POST', notes, token, { text: 'Toured two apartments.' })
  const panel = screenPath('manager', 'clientNotes', client.id)
  const manager = await backend.employ('manager')
  await openAs(page, manager, panel)
  const note = page.getByRole('main').getByRole('listitem').first()
  await note.getByRole('button', { name: 'Edit', exact: true }).click()
  const input = page.getByLabel('Note text')
  await expect(input).toBeFocused()
  await input.fill('Toured four apartments.')
  await expectAccessible(page, 'a note being edited')
  await api.send('PUT', `${notes}/${first.id}`, token, { text: 'Toured one apartment only.' })
  await input.press('Control+Enter')
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this note' })
  await expect(conflict.getByText('Toured one apartment only.')).toBeVisible()
  await expect(conflict.getByLabel('Your text')).toHaveValue('Toured four apartments.')
  await expectAccessible(page, 'two texts of a note', { within: 'dialog' })
  await conflict.getByRole('button', { name: 'Keep my text' }).click()
  await expect(note).toContainText(
    new RegExp(`Toured four apartments\\..*Edited [A-Z][a-z]{2} \\d{1,2}, \\d{4} by Super Admin ${manager}`),
  )
  await expect(page.getByRole('button', { name: 'Earlier versions' })).toHaveCount(0)

  await openAs(page, await backend.employ('admin'), panel)
  await page.getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect(versions.getByRole('listitem')).toHaveText([
    /^Super Admin .*Version 2, .*Toured one apartment only\.$/s,
    /^Super AdminVersion 1, .*Toured two apartments\.$/s,
  ])
  await expectAccessible(page, 'earlier versions', { within: 'dialog' })
  await page.emulateMedia({ media: 'print' })
  await expect(versions.getByText(/Hodan Warsame.* · Confidential client record\..* Printed /)).toBeVisible()
  await expect(page.getByText('Called the landlord.'), 'the panel behind it').toBeHidden()
})
