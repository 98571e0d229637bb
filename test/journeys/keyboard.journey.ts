import type { Locator, Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { tabTo } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

/* Daily work by keyboard alone, and what screen readers announce. */

test('a manager does a day’s work by keyboard [T27]', async ({ page, backend }) => {
  const email = await backend.employ('manager')
  const lastName = `Keys${Date.now()}`
  await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName })

  await page.goto(signInPaths.login)
  await page.getByLabel('Email', { exact: true }).waitFor()
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(email)
  await expectNext(page, ['Password'])
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(password)
  await expectNext(page, ['Show password', 'Save username', 'Forgot Password', 'Login'])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)

  await page.getByText(/^Total Clients: /).waitFor()
  await expectNext(page, ['Skip to main content'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await page.getByText(/^Total Clients: /).waitFor()
  await tabTo(page, page.getByRole('link', { name: 'Clients', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeFocused()

  await expectNext(page, ['Add Client', 'Search by name'])
  await page.keyboard.type(lastName)
  await expect(page.getByRole('status').filter({ hasText: '1 client found' })).toBeVisible()
  await expectNext(page, ['Status', 'No note this week', 'Worker', 'Clear Filters'])
  await expectNext(page, ['Name', 'Status', 'Last note', 'Added'])
  await expectNext(page, [`Hodan ${lastName}`, '(612) 555-0142', 'Edit Info'])
  await expect(page.locator(':focus')).toHaveAccessibleDescription(`Hodan ${lastName} Feb 29, 1988`)

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Info' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await expect(dialog.getByLabel('First Name')).toHaveAttribute('aria-required', 'true')
  await tabTo(page, dialog.getByLabel('Status'))
  await page.keyboard.press('I')
  await expect(dialog.getByLabel('Status')).toHaveValue('inactive')
  await expectNext(page, ['Service', 'Worker', 'More about this person', 'Cancel', 'Save Changes'])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Info' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Client updated successfully.' })).toBeVisible()
  await expect(page.getByRole('row', { name: lastName })).toContainText('Inactive')

  await expectNext(page, ['Notes'])
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New Weekly Note')).toBeFocused()
  await page.keyboard.type('Called the landlord.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Note added.' })).toBeVisible()
  await expect(page.getByLabel('New Weekly Note')).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Profile' }))
  await page.keyboard.press('Enter')
  await expectNext(page, ['My Account', 'Service log', 'Logout'])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${signInPaths.login}`)
})

test('a client is added by keyboard, mistakes are announced [T107]', async ({ page, backend }) => {
  const lastName = `Typed${Date.now()}`
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'addClient'))
  await page.getByLabel('First Name').waitFor()
  const liveRegions = page.locator('[aria-live="polite"]')
  const count = await liveRegions.count()
  await tabTo(page, page.getByLabel('First Name'))
  await expectNext(page, ['Last Name'])
  // Announced in a live region that was there before, although focus has moved.
  await expect(liveRegions.filter({ hasText: 'First name is required' })).toBeVisible()
  await expect(liveRegions).toHaveCount(count)
  await expect(page.getByLabel('First Name')).toHaveAccessibleDescription('First name is required')
  await expect(page.getByLabel('First Name')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Pa Houa')
  await expectNext(page, ['Last Name'])
  await page.keyboard.type(lastName)
  await tabTo(page, page.getByLabel('Date of Birth'))
  await page.keyboard.type('02291988')
  await tabTo(page, page.getByLabel('Phone'))
  await expect(page.locator(':focus')).toHaveAccessibleDescription(
    '10 to 15 digits. Spaces and dashes are fine.',
  )
  await page.keyboard.type('(612) 555-0142')
  await expectNext(page, ['Use the office’s email', 'Email'])
  await page.keyboard.type('pa.houa@example.org')
  await expectNext(page, ['Address'])
  await page.keyboard.type('No fixed address')
  await expectNext(page, ['Status'])
  await page.keyboard.press('A')
  await expectNext(page, ['Service'])
  // Typing a letter again selects the next option that begins with it.
  await page.keyboard.type('HH')
  // A tab stop only once the last field is checked.
  await expect(page.getByRole('button', { name: 'Add Client', exact: true })).toBeEnabled()
  await expectNext(page, ['Worker', 'More about this person', 'Add Client'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Client added successfully!' })).toBeVisible()
  await page.waitForURL(`**${screenPath('manager', 'clients')}`)
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeFocused()
})

test('a note is corrected and reviewed, and a caseload handed over, by keyboard', async ({
  page,
  backend,
}) => {
  const { nadia, omar, client } = await newOffice(backend)
  const assigned = { ...client, assignedTo: nadia.id }
  await backend.api.send('PUT', `/clients/${client.id}`, backend.token, assigned)
  const press = async (button: Locator) => {
    await button.waitFor()
    await tabTo(page, button)
    await page.keyboard.press('Enter')
  }

  await openAs(page, nadia.email, screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').waitFor()
  await tabTo(page, page.getByLabel('New Weekly Note'))
  await page.keyboard.type('Moved in on March 1.')
  await page.keyboard.press('Control+Enter')
  await press(page.getByRole('button', { name: 'Write a correction' }))
  await expect(page.getByLabel('Correction', { exact: true })).toBeFocused()
  await page.keyboard.type('Moved in on April 1.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Correction added.')).toBeVisible()

  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clientNotes', client.id))
  await press(page.getByRole('button', { name: 'Review', exact: true }).first())
  const review = page.getByRole('dialog', { name: 'Review note' })
  await expect(review.getByLabel('Comment')).toBeFocused()
  await page.keyboard.type('Which apartment?')
  await press(review.getByRole('button', { name: 'Mark as reviewed' }))
  await expect(page.getByText('Note reviewed.')).toBeVisible()

  await openAs(page, 'admin@example.org', screenPath('admin', 'userManagement'))
  await page.getByLabel('Search by name').waitFor()
  await tabTo(page, page.getByLabel('Search by name'))
  await page.keyboard.type(nadia.name)
  await expect(page.getByText('1 employee found')).toBeVisible()
  await press(page.getByRole('row', { name: nadia.email }).getByRole('button', { name: 'Delete' }))
  await press(page.getByRole('button', { name: 'Hand them over first' }))
  const handOver = page.getByRole('dialog', { name: 'Hand over clients' })
  await expect(handOver.getByLabel('New worker')).toBeFocused()
  await page.keyboard.type(omar.name)
  await press(handOver.getByRole('button', { name: 'Hand over', exact: true }))
  await expect(page.getByText(`1 client assigned to ${omar.name}.`)).toBeVisible()
})

/** Expects the next tab stops to have these accessible names. */
async function expectNext(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
}
