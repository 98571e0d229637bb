import { screenPath, signInPaths } from '#contract/paths.ts'
import { endSession, noteOf, notesOf, openNotes, question } from '#test/support/ended-session.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { password } from '#test/support/test-password.ts'
import { virtualAuthenticator } from '#test/support/virtual-authenticator.ts'

test('a dialog that was open is open again, with what was typed and the focus [T1588]', async ({
  page,
  backend,
}) => {
  const email = await backend.employ('super-admin')
  const colleague = await backend.employ('manager')
  await openAs(page, email, screenPath('admin', 'userManagement'))
  const row = page.getByRole('row').filter({ hasText: colleague })
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Address')
  await address.fill('12 Lake Street')
  await expect(page.getByText(/^Draft saved at/)).toBeVisible()
  await endSession(page, backend)
  await address.fill('12 Lake Street, Apartment 3')
  await expect(question(page)).toBeVisible()
  await expect(address).toBeHidden()
  await question(page).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(address).toHaveValue('12 Lake Street, Apartment 3')
  await expect(address).toBeFocused()
  await expect(page.getByText(/^Draft saved at/)).toBeVisible()
})

test('on a phone a passkey is enough, and a page without a form is left for the login [T1586]', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await virtualAuthenticator(page)
  const { client } = await openNotes(page, backend)
  await page.goto(screenPath('manager', 'profile'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Phone')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.goto(screenPath('manager', 'clientNotes', client.id))
  await expect(noteOf(page)).toHaveValue('Typed before the end.')
  await endSession(page, backend)
  // The first focus puts the cursor behind a text that was restored.
  await noteOf(page).focus()
  await noteOf(page).fill('Typed before the end. Typed after it.')
  await expect(question(page)).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(375)
  await question(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(noteOf(page)).toHaveValue('Typed before the end. Typed after it.')
  await expect(page.getByText(/^Draft saved at/)).toBeVisible()

  await page.goto(screenPath('manager', 'clients'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await endSession(page, backend)
  await page.getByRole('searchbox').fill('x')
  await page.waitForURL(`**${signInPaths.login}`)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
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
