import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { endSession, noteOf, openNotes, question } from '#test/support/ended-session.ts'
import { type Backend, expect, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

const notesOf = async ({ api, token }: Backend, id: string) =>
  (await api.send('GET', `/clients/${id}/notes`, token)).body

/** What a person, a screen reader and a search on the page find. */
async function expectCovered(page: Page): Promise<void> {
  const readable = await page.evaluate(() => document.body.innerText)
  for (const hidden of [hodan.firstName, hodan.lastName, hodan.phone, 'Typed']) {
    expect(readable).not.toContain(hidden)
  }
  const seen = await page.locator('body').ariaSnapshot()
  expect(seen).toContain('Your session has ended')
  expect(seen).not.toContain(hodan.lastName)
  await expect(noteOf(page)).toBeHidden()
}

test('a note is saved by the click that found the session ended, once the same person has signed in over it [T1584]', async ({
  page,
  backend,
}) => {
  const { client, email } = await openNotes(page, backend)
  await endSession(page, backend)
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(question(page)).toBeVisible()
  await expectCovered(page)
  await expectAccessible(page, 'signing in again', { within: '[role="alertdialog"]' })
  const typed = question(page).getByLabel('Password', { exact: true })
  await expect(typed).toBeFocused()
  await expect(question(page).getByLabel('Email')).toHaveValue(email)
  await page.keyboard.press('Escape')
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('alert')).toContainText('Invalid email or password.')
  await expectCovered(page)
  await typed.fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Note added.')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  const [note] = await notesOf(backend, client.id)
  expect(note).toMatchObject({ text: 'Typed before the end.', author: email })
})

test('another person gets their own empty portal, and nothing of the text is stored [T1585]', async ({
  page,
  backend,
}) => {
  const { client, email } = await openNotes(page, backend)
  await endSession(page, backend)
  await noteOf(page).fill('Typed after the end.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(question(page)).toContainText('If someone else signs in, this page is closed')
  const other = await backend.employ('employee')
  await question(page).getByLabel('Email').fill(other)
  await question(page).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('client-notes'))
  await page.goto(screenPath('manager', 'clientNotes', client.id))
  await expect(page.getByText('0 total')).toBeVisible()
  await expect(noteOf(page)).toHaveValue('')
  expect(await notesOf(backend, client.id)).toEqual([])
  const drafts = await backend.db
    .selectFrom('drafts')
    .innerJoin('employees', 'employees.id', 'employee_id')
    .select(['email', 'draft_values'])
    .where('client_id', '=', client.id)
    .execute()
  expect(drafts).toEqual([{ email, draft_values: { text: 'Typed before the end.' } }])
})
