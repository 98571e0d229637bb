import type { Page } from '@playwright/test'
import { newNoteFragment, screenPath } from '#contract/paths.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import { type Backend, expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/* Long lists at work: their order and filters, and that nothing needed is hidden. */

// A separate product, because other journeys expect short lists.
test.use({ settings: { LOG_LEVEL: 'error' } })

const long = 'We were told to leave by the end of the month, and my mother uses a wheelchair. '.repeat(8)

test.beforeAll(async ({ backend: { instance, db } }) => {
  await instance.ops('seed', '--clients', '60', '--employees', '15', '--notes', '200')
  for (let number = 0; number < 12; number += 1) {
    const message = { name: `Visitor ${number}`, email: `visitor${number}@example.org`, message: long }
    await addContactMessage(db, message, new Date())
  }
})

const rows = (page: Page) => page.locator('tbody tr')

const unreadMessages = async ({ api, token }: Backend): Promise<number> =>
  (await api.send('GET', '/contact/unread', token)).body.count

test('on a phone the filters are behind a button, and a filter that is set is shown', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 375, height: 812 } })
  const phone = await context.newPage()
  const clients = screenPath('admin', 'clients')
  await openAs(phone, 'admin@example.org', clients)
  const status = phone.getByLabel('Status', { exact: true })
  await expect(status).toBeHidden()
  await phone.getByRole('button', { name: 'Filters', exact: true }).tap()
  await status.selectOption('Active')
  await phone.waitForURL('**?status=active')
  await phone.reload()
  await expect(status).toBeVisible()
  await phone.getByRole('button', { name: 'Filters', exact: true }).tap()
  await expect(status).toBeHidden()
  await context.close()
})

test('a column header sorts the employees, and the address keeps the order', async ({ page, backend }) => {
  const { body: all } = await backend.api.send('POST', '/employees/search', backend.token, {})
  const byName = all.map(({ firstName, lastName }: typeof hodan) => `${firstName} ${lastName}`.trim())
  await openAs(page, 'admin@example.org', screenPath('admin', 'userManagement'))
  const names = page.locator('tbody th [dir="auto"]')
  await names.first().waitFor()
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await head('Name').getByRole('button').press('Enter')
  await page.waitForURL('**/admin/user-management?sort=-name')
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(names).toHaveText(byName.toReversed().slice(0, 100))
  await head('Role').getByRole('button').click()
  await page.waitForURL('**?sort=role')
  const roles = page.locator('tbody select')
  const shown = () => roles.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))
  await expect.poll(shown).toEqual((await shown()).toSorted())
  await page.reload()
  await expect(head('Role')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('searchbox').fill('nobody')
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  expect(new URL(page.url()).search, 'clearing the filters').toBe('?sort=role')
})

test('a column header has the server sort the clients, and the address keeps the order', async ({
  page,
  backend,
}) => {
  const asked: unknown[] = []
  await page.route('**/api/clients/search', async (route) => {
    asked.push(route.request().postDataJSON().sort)
    await route.continue()
  })
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clients'))
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  for (const [name, key] of [
    ['Status', 'status'],
    ['Last note', 'lastNote'],
    ['Added', 'created'],
  ] as const) {
    await head(name).getByRole('button').press('Enter')
    await page.waitForURL(`**/manager/clients?sort=${key}`)
    await expect(head(name)).toHaveAttribute('aria-sort', 'ascending')
    await head(name).getByRole('button').press('Enter')
    await page.waitForURL(`**/manager/clients?sort=-${key}`)
    await expect(head(name)).toHaveAttribute('aria-sort', 'descending')
  }
  await head('Name').getByRole('button').press('Enter')
  await page.waitForURL('**/manager/clients')
  expect(asked).toEqual([...[undefined, 'status', '-status', 'lastNote', '-lastNote', 'created', '-created']])
})

test('the bar of a phone has the four most used links, the unread count and More', async ({
  page,
  backend,
}) => {
  const unread = await unreadMessages(backend)
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, 'admin@example.org', screenPath('admin', 'clients'))
  const bar = page.locator('.masthead-bar')
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Clients', 'Add Client', 'Message List'])
  await expect(bar.getByRole('link', { name: 'Clients', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(bar.getByText(`${unread}`, { exact: true })).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'More' }).click()
  const others = page.locator('.masthead-nav').getByRole('link')
  await expect(others).toHaveText([
    ...['Manage Users', 'Add Employee', 'Admin Link', 'Administrative Training', 'Employee Training'],
  ])
  await others.first().click()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused()
})

test('on the screens about one client, the link to the clients is marked', async ({ page, backend }) => {
  const { body } = await backend.api.send('POST', '/clients', backend.token, hodan)
  for (const screen of ['clientDetails', 'clientNotes', 'editClient'] as const) {
    await openAs(page, 'admin@example.org', screenPath('admin', screen, body.id))
    await expect(page.locator('.masthead-nav [aria-current]')).toHaveText('Clients')
  }
})

/** A client with ten long notes. */
async function addNotedClient({ api, token }: Backend): Promise<string> {
  const { body } = await api.send('POST', '/clients', token, { ...hodan, lastName: `Noted${Date.now()}` })
  for (let note = 0; note < 10; note += 1)
    await api.send('POST', `/clients/${body.id}/notes`, token, { text: long })
  return body.id
}

test('all of a long history is shown on request', async ({ page, backend }) => {
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', await addNotedClient(backend)))
  const history = page.getByRole('region', { name: 'Notes, newest first' })
  const isScrolling = () => history.evaluate((one) => one.scrollHeight > one.clientHeight + 1)
  await page.getByRole('button', { name: 'Show all' }).click()
  expect(await isScrolling()).toBe(false)
  await page.getByRole('button', { name: 'Show less' }).click()
  expect(await isScrolling()).toBe(true)
})

test('Notes opens with focus in the text box, but not on a touch screen', async ({
  page,
  browser,
  baseURL,
  backend,
}) => {
  const email = await backend.employ('manager')
  const clients = screenPath('manager', 'clients')
  await openAs(page, email, clients)
  await rows(page).first().getByRole('link', { name: 'Notes' }).click()
  await page.waitForURL(`**#${newNoteFragment}`)
  await expect(page.getByLabel('New Weekly Note')).toBeFocused()

  const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 375, height: 812 } })
  const phone = await context.newPage()
  await openAs(phone, email, clients)
  await rows(phone).first().getByRole('link', { name: 'Notes' }).tap()
  await expect(phone.getByRole('heading', { name: 'Weekly Client Notes' })).toBeFocused()
  await context.close()
})

test('each count on the dashboard leads to a list of exactly those clients', async ({ page, backend }) => {
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'dashboard'))
  const card = page.getByRole('region', { name: 'Client Status Breakdown' })
  await card.getByLabel('Range').selectOption('Last 30 Days')
  await page.waitForURL('**?range=last30')
  for (const name of ['Active', 'Pending']) {
    const link = card.locator(`a[href$="?status=${name.toLowerCase()}&added=last30"]`)
    await link.waitFor()
    const count = Number(await link.textContent())
    await link.click()
    await page.waitForURL(`**?status=${name.toLowerCase()}&added=last30`)
    const found = count === 1 ? '1 client found' : `${count} clients found`
    await expect(page.locator('.list-count')).toHaveText(found)
    await expect(page.getByLabel('Added')).toHaveValue('last30')
    await page.goBack()
  }
  const total = card.getByText(/^Total Clients: /).getByRole('link')
  const count = await total.textContent()
  await total.click()
  await expect(page.locator('.list-count')).toHaveText(`${count} clients found`)
})

test('the dashboard shows what to do now, and each number only once', async ({ page, backend }) => {
  const unread = `${await unreadMessages(backend)} unread messages from the website`
  await openAs(page, 'admin@example.org', screenPath('admin', 'dashboard'))
  await page.getByRole('link', { name: unread }).waitFor()
  const total = await page
    .getByText(/^Total Clients: \d/)
    .getByRole('link')
    .textContent()
  await expect(page.getByRole('main').getByText(`${total}`, { exact: true })).toHaveCount(1)
  await page.getByRole('link', { name: unread }).click()
  await expect(page.getByRole('heading', { name: 'Contact Messages' })).toBeFocused()
})
