import type { Locator, Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { tabTo } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

/* Daily work by keyboard alone, and what screen readers announce. */

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

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
  await expectNext(page, ['Choose this one', 'Name', 'Status', 'Last note', 'Added'])
  await expectNext(page, [
    `Choose Hodan ${lastName}`,
    `Hodan ${lastName}`,
    'Take',
    '(612) 555-0142',
    'Edit Info',
  ])
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

test('notes are signed, corrected and reviewed, and a caseload handed over, by keyboard [T648]', async ({
  page,
  backend,
}) => {
  const { nadia, omar, client } = await newOffice(backend)
  const { api, token } = backend
  await api.send('PUT', `/clients/${client.id}`, token, { ...client, assignedTo: nadia.id })
  const press = async (button: Locator) => {
    await button.waitFor()
    await tabTo(page, button)
    await page.keyboard.press('Enter')
  }
  /** Of a note, from the form below it. */
  const pressAbove = async (button: Locator) => {
    await button.waitFor()
    for (let stop = 0; stop < 10 && !(await isFocused(button)); stop++) await page.keyboard.press('Shift+Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
  }
  const skipToMain = async (content: Locator) => {
    await content.waitFor()
    await expectNext(page, ['Skip to main content'])
    await page.keyboard.press('Enter')
  }
  const noteWith = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })

  await openAs(page, nadia.email, screenPath('manager', 'clientNotes', client.id))
  await skipToMain(page.getByLabel('New Weekly Note'))
  await tabTo(page, page.getByLabel('New Weekly Note'))
  await page.keyboard.type('Moved in on March 1.')
  await page.keyboard.press('Control+Enter')
  await pressAbove(page.getByRole('button', { name: 'Sign', exact: true }))
  const sign = page.getByRole('alertdialog', { name: 'Sign note' })
  await expectAccessible(page, 'signing a note', { within: 'dialog' })
  await press(sign.getByRole('button', { name: 'Sign', exact: true }))
  await expect(noteWith('March 1')).toContainText(`Signed by ${nadia.name}`)

  await expect(noteWith('March 1')).toBeFocused()
  await press(page.getByRole('button', { name: 'Write a correction' }))
  const correction = page.getByLabel('Correction', { exact: true })
  await expect(correction).toBeFocused()
  await page.keyboard.type('Moved in on April 1.')
  await expectAccessible(page, 'writing a correction')
  await tabTo(page, page.getByLabel('This correction is true.'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Correction added.')).toBeVisible()
  await expect(noteWith('April 1')).toContainText(`Signed by ${nadia.name}`)
  await expect(noteWith('April 1')).toContainText('Corrects the note of')

  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clientNotes', client.id))
  await skipToMain(page.getByRole('button', { name: 'Review', exact: true }).first())
  await press(page.getByRole('button', { name: 'Review', exact: true }).first())
  const review = page.getByRole('dialog', { name: 'Review note' })
  await expect(review.getByLabel('Comment')).toBeFocused()
  await page.keyboard.type('Which apartment?')
  await expectAccessible(page, 'reviewing a note', { within: 'dialog' })
  await press(review.getByRole('button', { name: 'Mark as reviewed' }))
  await expect(page.getByText('Note reviewed.')).toBeVisible()
  await expect(noteWith('April 1')).toContainText('Which apartment?')

  await openAs(page, 'admin@example.org', screenPath('admin', 'userManagement'))
  await skipToMain(page.getByLabel('Search by name'))
  await tabTo(page, page.getByLabel('Search by name'))
  await page.keyboard.type(nadia.name)
  await expect(page.getByText('1 employee found')).toBeVisible()
  await press(page.getByRole('row', { name: nadia.email }).getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('alertdialog', { name: 'Delete employee' })).toContainText(
    'is the worker for 1 client, who will become unassigned.',
  )
  await press(page.getByRole('button', { name: 'Hand them over first' }))
  const handOver = page.getByRole('dialog', { name: 'Hand over clients' })
  await expect(handOver.getByLabel('New worker')).toBeFocused()
  await expect(handOver.getByRole('button', { name: 'Hand over', exact: true })).toBeDisabled()
  // Typing chooses among the workers that are listed by then.
  await expect(handOver.getByRole('option', { name: omar.name })).toBeAttached()
  await page.keyboard.type(omar.name)
  await expectAccessible(page, 'handing over', { within: 'dialog' })
  await press(handOver.getByRole('button', { name: 'Hand over', exact: true }))
  await expect(page.getByText(`1 client assigned to ${omar.name}.`)).toBeVisible()
  expect((await api.send('GET', `/clients/${client.id}`, token)).body.assignedTo).toBe(omar.id)
})

test('a note with all facts, signed, takes nine entries by keyboard [T1185]', async ({ page, backend }) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await openAs(page, await backend.employ('employee'), screenPath('manager', 'clientNotes', client.id))
  const note = page.getByLabel('New Weekly Note')
  const facts = page.getByRole('group', { name: 'About the service' })
  await note.waitFor()
  let entries = 0
  /** What is typed or pressed in one place, once Tab has reached it. */
  async function enter(target: Locator, ...typed: string[]) {
    if (!(await isFocused(target))) await tabTo(page, target)
    for (const keys of typed)
      await (keys.length > 1 && /^(Enter|Space|Control\+Enter)$/.test(keys)
        ? page.keyboard.press(keys)
        : page.keyboard.type(keys))
    entries += 1
  }
  await enter(note, 'Toured two apartments.')
  // Not today: shortly after midnight these times have not come yet.
  await enter(facts.getByLabel('Date of service'), '03042026')
  await enter(facts.getByLabel('From', { exact: true }), '1215a')
  await enter(facts.getByLabel('To', { exact: true }), '1220a')
  await enter(facts.getByLabel('Service', { exact: true }), 'Housing Sus')
  await enter(facts.getByLabel('Contact'), 'In')
  await enter(facts.getByLabel('Place'), 'Library')
  await enter(page.getByLabel('I provided this service, and this entry is true.'), 'Space', 'Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Note added.' })).toBeVisible()
  expect(entries).toBeLessThanOrEqual(9)
  const {
    body: [added],
  } = await api.send('GET', `/clients/${client.id}/notes`, token)
  expect(added).toMatchObject({
    serviceDate: '2026-03-04',
    startTime: '00:15',
    endTime: '00:20',
    minutes: 5,
    service: 'housingSustaining',
    contact: 'in-person',
    place: 'Library',
    signedAt: expect.any(String),
  })
})

/** Expects the next tab stops to have these accessible names. */
async function expectNext(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
}
