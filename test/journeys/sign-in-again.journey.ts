import type { Page } from '@playwright/test'
import { expectAccessible } from '#test/support/accessibility.ts'
import { endSession, noteOf, notesOf, openNotes, question } from '#test/support/ended-session.ts'
import { expect, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

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
