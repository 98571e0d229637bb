import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { type Backend, expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { expectProvenRecords } from '#test/support/record-verification.ts'

/* A note that is signed by its author, corrected, and reviewed by a manager. */

test.afterAll(async ({ backend }) => expectProvenRecords(backend))

const statement = 'I provided this service, and this entry is true.'

/** A client with a note of the super-admin, and an employee. */
async function newClient({ api, token, employ }: Backend) {
  const lastName = crypto.randomUUID().slice(0, 8)
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName })
  const notes = `/clients/${client.id}/notes`
  await api.send('POST', notes, token, { text: 'Moved in on March 1.' })
  return {
    client,
    employee: await employ('employee', `${lastName}@example.org`),
    notesNow: async () => (await api.send('GET', notes, token)).body,
    edit: (id: string, text: string) => api.send('PUT', `${notes}/${id}`, token, { text }),
  }
}

const noteWith = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('a note is signed with the keyboard alone, and the statement is unticked for the next one [T648]', async ({
  page,
  backend,
}) => {
  const { client, employee, notesNow } = await newClient(backend)
  await openAs(page, employee, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').focus()
  await page.keyboard.type('Toured two apartments.')
  // Past the seven facts and the button Today.
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    if (await page.getByLabel(statement).evaluate((box) => box === document.activeElement)) break
  }
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(noteWith(page, 'Toured two apartments.')).toContainText('Signed by')
  await expect(page.getByLabel(statement)).not.toBeChecked()
  expect((await notesNow())[0]).toMatchObject({ signedBy: employee, version: 1 })

  // A draft comes back after a reload, its tick does not.
  await page.getByLabel('New Weekly Note').fill('Called the landlord.')
  await page.getByLabel(statement).check()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('New Weekly Note')).toHaveValue('Called the landlord.')
  await expect(page.getByLabel(statement)).not.toBeChecked()
})

test('a note is signed later, with its text in the dialog, also when it was edited meanwhile [T649]', async ({
  page,
  backend,
}) => {
  const { client, employee, notesNow, edit } = await newClient(backend)
  await openAs(page, employee, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').fill('Signed the lease.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  const note = noteWith(page, 'Signed the lease')
  await note.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign note' })
  await expect(dialog).toContainText(statement)
  await expectAccessible(page, 'signing a note', { within: 'dialog' })
  const [{ id }] = await notesNow()
  await edit(id, 'Signed the lease for May.')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog).toContainText('Someone else just edited or reviewed this note. Read it again first.')
  await expect(dialog).toContainText('Signed the lease for May.')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('Note signed.')).toBeVisible()
  await expect(note).toContainText('Signed by')
  await expect(note.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0)
  expect((await notesNow())[0]).toMatchObject({ signedBy: employee, version: 2 })
})

test('an employee corrects a note that they may not edit, and goes on after a reload [T650]', async ({
  page,
  backend,
}) => {
  const { client, employee, notesNow } = await newClient(backend)
  await openAs(page, employee, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').fill('Another text.')
  const wrong = noteWith(page, 'March 1')
  await wrong.getByRole('button', { name: 'Write a correction' }).click()
  const box = page.getByLabel('Correction', { exact: true })
  await expect(box).toBeFocused()
  await box.fill('Moved in on April 1.')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await expect(box).toHaveValue('Moved in on April 1.')
  await expectAccessible(page, 'writing a correction')
  await page.getByRole('button', { name: 'Write a new note instead' }).click()
  await expect(page.getByLabel('New Weekly Note')).toHaveValue('Another text.')
  await wrong.getByRole('button', { name: 'Continue the correction' }).click()
  await page.getByRole('button', { name: 'Add correction' }).click()
  await expect(page.getByText('Correction added.')).toBeVisible()
  await expect(page.getByLabel('New Weekly Note')).toHaveValue('Another text.')

  const [correction, corrected] = await notesNow()
  expect(correction).toMatchObject({ text: 'Moved in on April 1.', corrects: corrected.id })
  await noteWith(page, 'April 1')
    .getByRole('link', { name: /^note of/ })
    .click()
  await expect(wrong).toBeFocused()
  await expect(wrong).toContainText('Corrected by the note of')

  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotesReport', client.id))
  const row = page.getByRole('row').filter({ hasText: 'Moved in on April 1.' })
  await expect(row).toContainText('Corrects the note of')
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientDetails', client.id))
  await expect(noteWith(page, 'March 1')).toContainText('Corrected by the note of')
})

test('a manager reviews another person’s note, and an edit removes the review [T651]', async ({
  page,
  backend,
}) => {
  const { client, notesNow, edit } = await newClient(backend)
  const manager = await backend.employ('manager', `${client.lastName}-manager@example.org`)
  await openAs(page, manager, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').fill('My own note.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(noteWith(page, 'My own note.').getByRole('button', { name: 'Sign' })).toBeVisible()
  await expect(noteWith(page, 'My own note.').getByRole('button', { name: 'Review' })).toHaveCount(0)

  const note = noteWith(page, 'Moved')
  await note.getByRole('button', { name: 'Review', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Review note' })
  await dialog.getByLabel('Comment').fill('Which apartment?')
  await expectAccessible(page, 'reviewing a note', { within: 'dialog' })
  await page.route('**/review', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(dialog.getByText(/^The server is not responding/)).toBeVisible()
  await expect(dialog.getByLabel('Comment')).toHaveValue('Which apartment?')
  await page.unroute('**/review')
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(page.getByText('Note reviewed.')).toBeVisible()
  await expect(note).toContainText('Which apartment?')
  await note.getByRole('button', { name: 'Change review' }).click()
  await expect(dialog.getByLabel('Comment')).toHaveValue('Which apartment?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const reviewed = (await notesNow()).find(({ text }: { text: string }) => text.startsWith('Moved'))
  expect(reviewed).toMatchObject({ reviewedBy: manager, reviewComment: 'Which apartment?', version: 1 })
  await edit(reviewed.id, 'Moved in on March 2.')
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', client.id))
  await expect(note).not.toContainText('Reviewed by')
  await note.getByRole('button', { name: 'Earlier versions' }).click()
  await expect(page.getByRole('dialog', { name: 'Earlier versions' })).toContainText('Which apartment?')
})
