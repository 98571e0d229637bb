import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { countEffort } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/* A manager's Monday with 300 clients: what each job costs in clicks and keys. */

const dashboard = screenPath('manager', 'dashboard')

const withoutNote = (page: Page) => page.getByRole('region', { name: 'No note this week' })
const noteInput = (page: Page) => page.getByLabel('New Weekly Note')
const nextClient = (page: Page) => page.getByRole('link', { name: /^Next client without a note:/ })
const changeStatus = (page: Page) => page.getByRole('button', { name: 'Change status' })

test.beforeAll(async ({ backend }) => {
  await backend.instance.ops('seed', '--clients', '300', '--notes', '600')
})

test('three notes about the next clients take six clicks [T191]', async ({ page, backend }) => {
  const chunk = page.waitForResponse(/notes-panel-screen[^/]*\.js$/)
  await openAs(page, await backend.employ('manager'), dashboard)
  await expect(withoutNote(page).getByText(/active clients have no note since Monday/)).toBeVisible()
  await chunk
  const links = withoutNote(page).getByRole('listitem').getByRole('link')
  const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const effort = countEffort(page)
  await effort.click(links.nth(1))
  for (const href of hrefs.slice(1, 4)) {
    await page.waitForURL(href)
    await expect(noteInput(page)).toBeFocused()
    await page.keyboard.type('Rent is paid, the landlord answers.')
    await effort.click(page.getByRole('button', { name: 'Add Note' }))
    await expect(page.getByText('Note added.')).toBeVisible()
    if (href !== hrefs[3]) await effort.click(nextClient(page))
  }
  expect(effort.cost()).toEqual({ clicks: 6, keys: 0 })

  await effort.click(changeStatus(page))
  await effort.click(page.getByRole('button', { name: 'Pending', exact: true }))
  await expect(page.getByText('Client updated successfully!')).toBeVisible()
  expect(effort.cost(), 'a status, where the note was written').toEqual({ clicks: 2, keys: 0 })
})

test('a manager finds, prints and changes a client [T47]', async ({ page, backend }) => {
  const lastName = `Monday-${crypto.randomUUID().slice(0, 8)}`
  for (const firstName of ['Ayan', 'Bile', 'Cawo'])
    await backend.api.send('POST', '/clients', backend.token, { ...hodan, firstName, lastName })
  await openAs(page, await backend.employ('manager'), dashboard)
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Clients', exact: true }))
  await effort.click(page.getByLabel('Search by name'))
  await effort.write(`bile ${lastName}`)
  const bile = page.getByRole('link', { name: `Bile ${lastName}`, exact: true })
  await expect(page.getByText('1 client found')).toBeVisible()
  await effort.click(bile)
  expect(effort.cost(), 'to the record of a client').toEqual({ clicks: 3, keys: 0 })
  const heading = page.getByRole('heading', { level: 1, name: `Bile ${lastName}` })
  await expect(heading).toBeFocused()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Confidential client record.', { exact: false })).toBeVisible()
  await expect(changeStatus(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await effort.tabTo(changeStatus(page))
  await effort.press('Enter')
  await effort.tabTo(page.getByRole('button', { name: 'Inactive', exact: true }))
  await effort.press('Enter')
  await expect(changeStatus(page)).toBeFocused()
  await expect(page.getByText(/^Inactive since/)).toBeVisible()
  expect(effort.cost(), 'a status by keys').toEqual({ clicks: 0, keys: 4 })

  await page.goBack()
  await expect(page.getByText('1 client found')).toBeVisible()
  await expect(bile).toBeFocused()
  await expect(page.getByRole('row').filter({ has: bile })).toContainText('Inactive')
})
