import type { Locator, Page } from '@playwright/test'
import { newNoteFragment, screenPath } from '#contract/paths.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import { type Backend, expect, openAs, test } from '#test/support/journey.ts'
import { filledButtons, overflowing, overlaps } from '#test/support/layout-checks.ts'
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

test('on a phone a client’s controls are 48 pixels high, the filters are behind a button, and a filter that is set is shown', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 375, height: 812 } })
  const phone = await context.newPage()
  const clients = screenPath('admin', 'clients')
  await openAs(phone, 'admin@example.org', clients)
  for (const control of [
    rows(phone).first().getByRole('button', { name: 'Edit Info' }),
    rows(phone).first().getByRole('link', { name: 'Notes' }),
    phone.getByRole('button', { name: 'Last note' }),
  ])
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(48)
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

test('with a mouse, no text overlaps another and nothing is cut off on a tablet or a wide screen', async ({
  page,
}) => {
  for (const screen of ['dashboard', 'clients', 'userManagement', 'contactMessages', 'auditTrail'] as const) {
    await openAs(page, 'admin@example.org', screenPath('admin', screen))
    await page.locator('tbody tr').first().waitFor()
    for (const width of [768, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const problems = [...(await page.evaluate(overflowing)), ...(await page.evaluate(overlaps))]
      expect(problems, `${screen} at ${width} px`).toEqual([])
    }
  }
})

test('the header of a table stays in view and hides no row that has focus', async ({ page }) => {
  for (const [screen, width] of [
    ['clients', 1280],
    ['userManagement', 768],
    ['contactMessages', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, 'admin@example.org', screenPath('admin', screen))
    await rows(page).last().getByRole('button').last().focus()
    const head = page.locator('thead th').first()
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Shift+Tab')
      const focused = page.locator('tbody :focus')
      if ((await focused.count()) === 0) break
      const top = (await focused.boundingBox())?.y ?? 0
      const { y = 0, height = 0 } = (await head.boundingBox()) ?? {}
      expect(y, screen).toBeGreaterThanOrEqual(0)
      expect(top, `${screen}, stop ${stop}`).toBeGreaterThanOrEqual(y + height)
    }
  }
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

test('a long message is cut after three lines and opens in place', async ({ page }) => {
  await openAs(page, 'admin@example.org', screenPath('admin', 'contactMessages'))
  const row = rows(page).first()
  const text = row.locator('.message-text')
  const lines = () =>
    text.evaluate((one) => Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)))
  await row.getByRole('button', { name: 'Show all' }).press('Enter')
  expect(await lines()).toBeGreaterThan(3)
  await expect(row.getByRole('button', { name: 'Show less' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await lines()).toBe(3)
})

/** The last of these controls, scrolled to the lower edge of the window. */
async function atLowerEdge(page: Page, controls: Locator): Promise<Locator> {
  const bar = await page.locator('.masthead-bar').boundingBox()
  const { y = 0, height = 0 } = (await controls.last().boundingBox()) ?? {}
  const edge = bar?.y ?? page.viewportSize()?.height ?? 0
  await page.evaluate((by) => scrollBy(0, by), y + height - edge)
  return controls.last()
}

async function isCovered(focused: Locator, cover: Locator): Promise<boolean> {
  const [one, other] = [await focused.boundingBox(), await cover.boundingBox()]
  return !one || !other || (one.y + one.height > other.y && one.y < other.y + other.height)
}

test('a toast covers no focused control', async ({ page }) => {
  await page.route('**/api/contact/*/read', (route) => route.abort())
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openAs(page, 'admin@example.org', screenPath('admin', 'contactMessages'))
    await rows(page).first().waitFor()
    const last = await atLowerEdge(page, page.getByRole('button', { name: 'Mark as read' }))
    await last.press('Enter')
    await page.locator('.toast').waitFor()
    await expect(last).toBeFocused()
    await expect.poll(() => isCovered(last, page.locator('.toast'))).toBe(false)
  }
})

test('the result of a changed role moves no row and covers neither the header nor the list of roles', async ({
  page,
  backend,
}) => {
  const email = await backend.employ('super-admin')
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openAs(page, email, screenPath('admin', 'userManagement'))
    await rows(page).first().waitFor()
    const topOf = () =>
      rows(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top + scrollY))
    const before = await topOf()
    const role = await atLowerEdge(page, rows(page).getByRole('combobox'))
    await role.focus()
    await page.keyboard.press((await role.inputValue()) === 'manager' ? 'End' : 'Home')
    const banner = page.locator('.banner', { hasText: 'Role updated' })
    await banner.waitFor()
    await expect(role).toBeFocused()
    await expect.poll(() => isCovered(role, banner)).toBe(false)
    expect(await topOf()).toEqual(before)
    const head = await page.locator('thead').boundingBox()
    expect((await banner.boundingBox())?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0))
  }
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

test('below ten long notes the text box for a new one, the buttons of an edited one and the next client are in view', async ({
  page,
  backend,
}) => {
  const id = await addNotedClient(backend)
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', id))
    const history = page.getByRole('region', { name: 'Notes, newest first' })
    await history.getByRole('button', { name: 'Edit', exact: true }).last().waitFor()
    const bar = async () => (await page.locator('.masthead-bar').boundingBox())?.y ?? height
    const bottomOf = async (part: Locator) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      return y + height
    }
    for (const part of [page.getByLabel('New Weekly Note'), page.getByRole('button', { name: 'Add Note' })])
      expect(await bottomOf(part), `${width} px`).toBeLessThanOrEqual(await bar())
    await history.getByRole('button', { name: 'Edit', exact: true }).last().click()
    const save = await bottomOf(history.getByRole('button', { name: 'Save' }))
    expect(save, `${width} px`).toBeLessThanOrEqual(Math.min(await bottomOf(history), await bar()))
    await page.keyboard.press('Escape')
    await page.getByLabel('New Weekly Note').fill('Called.')
    await page.getByRole('button', { name: 'Add Note' }).click()
    const next = page.getByRole('link', { name: /^Next client without a note:/ })
    await next.waitFor()
    await expect.poll(async () => (await bottomOf(next)) <= (await bar())).toBe(true)
  }
})

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

test('at most one button is filled, even while a note is edited and in each dialog', async ({
  page,
  backend,
}) => {
  // Otherwise a button could be checked halfway between two colors.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const check = async () => expect(await page.evaluate(filledButtons)).toEqual([])
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true }).first()
  const dialog = page.locator('dialog:modal')
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', await addNotedClient(backend)))
  await page.getByLabel('New Weekly Note').fill('Called.')
  await expect(button('Add Note')).toBeEnabled()
  await check()
  await button('Edit').click()
  await page.getByLabel('Note text').fill('Called twice.')
  await check()
  await button('Edit').click()
  const save = main.getByRole('button', { name: 'Save' })
  await expect(save).toHaveClass([/button-secondary/, /button-primary/])
  await check()
  await main.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(save).toHaveClass([/button-primary/])
  await expect(page.getByLabel('Note text')).toHaveValue('Called twice.')
  await button('Cancel').click()
  await dialog.waitFor()
  await check()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  for (const [screen, name] of [
    ['clientNotes', 'Delete'],
    ['clients', 'Edit Info'],
    ['userManagement', 'Edit'],
    ['userManagement', 'Delete'],
    ['contactMessages', 'Delete'],
  ] as const) {
    if (screen !== 'clientNotes') await openAs(page, 'admin@example.org', screenPath('admin', screen))
    await button(name).click()
    await dialog.waitFor()
    await expect(dialog.locator('[aria-busy="true"], .skeleton')).toHaveCount(0)
    await check()
    await page.keyboard.press('Escape')
  }
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
