import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { countEffort } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/* A manager's Monday with 300 clients. The figures are what each job costs: who raises one makes everybody's week longer. */

const dashboard = screenPath('manager', 'dashboard')

const silence = (page: Page) => page.getByRole('region', { name: 'No note this week' })
const firstSilent = (page: Page) => silence(page).getByRole('listitem').getByRole('link').first()
const box = (page: Page) => page.getByLabel('New Weekly Note')
const nextClient = (page: Page) => page.getByRole('link', { name: /^Next without a note:/ })
const changeStatus = (page: Page) => page.getByRole('button', { name: 'Change status' })

test.beforeAll(async ({ staffed }) => {
  await staffed.instance.ops('seed', '--clients', '300', '--notes', '600')
})

/** Five clients in a row, each with focus in the box already. */
async function writeFive(page: Page, add: () => Promise<void>, goOn: () => Promise<void>): Promise<void> {
  const written = new Set<string>()
  for (let note = 1; note <= 5; note += 1) {
    await expect(box(page)).toBeFocused()
    written.add(new URL(page.url()).pathname)
    await page.keyboard.type(`Monday, visit ${note}: rent is paid, the landlord answers.`)
    await add()
    await expect(page.getByText('Note added.')).toBeVisible()
    if (note === 5) break
    await nextClient(page).waitFor()
    const before = page.url()
    await goOn()
    await page.waitForURL((url) => url.href !== before)
  }
  expect(written.size, 'nobody is written about twice').toBe(5)
}

test('by mouse: the dashboard says who needs a note, and five of them are written in ten clicks', async ({
  page,
  staffed,
}) => {
  const program = page.waitForResponse(/notes-panel-screen[^/]*\.js$/)
  await openAs(page, await staffed.employ('manager'), dashboard)
  await expect(silence(page).getByText(/active clients have no note since Monday/)).toBeVisible()
  await program
  const effort = countEffort(page)
  await effort.click(firstSilent(page))
  await writeFive(
    page,
    () => effort.click(page.getByRole('button', { name: 'Add Note' })),
    () => effort.click(nextClient(page)),
  )
  expect(effort.cost()).toEqual({ clicks: 10, keys: 0 })

  await effort.click(changeStatus(page))
  await effort.click(page.getByRole('button', { name: 'Pending', exact: true }))
  await expect(page.getByText('Client updated successfully!')).toBeVisible()
  expect(effort.cost(), 'a status, where the note was written').toEqual({ clicks: 2, keys: 0 })
})

test('by keys: five notes from the dashboard in 19, without a hand at the mouse', async ({
  page,
  staffed,
}) => {
  await openAs(page, await staffed.employ('manager'), dashboard)
  await firstSilent(page).waitFor()
  // Above the list, with a link of its own: each loads in its own time.
  await page.getByText(/^Total Clients: \d/).waitFor()
  const effort = countEffort(page)
  await effort.press('Tab')
  await effort.press('Enter')
  await effort.tabTo(firstSilent(page))
  await effort.press('Enter')
  await writeFive(
    page,
    () => effort.press('Control+Enter'),
    async () => {
      await effort.tabTo(nextClient(page))
      await effort.press('Enter')
    },
  )
  expect(effort.cost()).toEqual({ clicks: 0, keys: 19 })
})

const clients = screenPath('manager', 'clients')

test('a client is found, changed and printed, and Back leads to the same place in the list', async ({
  page,
  staffed,
}) => {
  const lastName = `Monday-${crypto.randomUUID().slice(0, 8)}`
  for (const firstName of ['Ayan', 'Bile', 'Cawo'])
    await staffed.api.send('POST', '/clients', staffed.token, { ...hodan, firstName, lastName })
  await openAs(page, await staffed.employ('manager'), dashboard)
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Clients', exact: true }))
  await effort.click(page.getByLabel('Search by name'))
  await effort.write(`bile ${lastName}`)
  const bile = page.getByRole('link', { name: `Bile ${lastName}`, exact: true })
  await expect(page.getByText('1 client found')).toBeVisible()
  await effort.click(bile)
  expect(effort.cost(), 'to anybody’s record').toEqual({ clicks: 3, keys: 0 })

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

/** Each field and what is typed there, in the order of the form. A list takes the letter that its option begins with: of several, the browser begins anew after each pause. */
const newcomer: readonly (readonly [label: string, typed: string])[] = [
  ['First Name', 'Deqa'],
  ['Last Name', `Abdi-${crypto.randomUUID().slice(0, 8)}`],
  ['Date of Birth', '02291988'],
  ['Phone', '(612) 555-0142'],
  ['Email', 'deqa.abdi@example.org'],
  ['Address', hodan.address],
  ['Status', 'A'],
  ['Service', 'H'],
]

test('a client is added with one click and the keys between the fields', async ({ page, staffed }) => {
  await openAs(page, await staffed.employ('manager'), dashboard)
  await page.getByText(/^Total Clients: \d/).waitFor()
  const effort = countEffort(page)
  await effort.click(page.getByRole('link', { name: 'Add Client', exact: true }).first())
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const [label, typed] of newcomer) {
    await effort.tabTo(page.getByLabel(label))
    await effort.write(typed)
  }
  const add = page.getByRole('button', { name: 'Add Client', exact: true })
  // No stop before the check of the last field has ended.
  await expect(add).toBeEnabled()
  await effort.tabTo(add)
  await effort.press('Enter')
  await expect(page.getByText('Client added successfully!')).toBeVisible()
  // One for each field, one for the calendar's button, two for the last.
  expect(effort.cost()).toEqual({ clicks: 1, keys: 11 })
  await page.waitForURL(`**${clients}`)
})
