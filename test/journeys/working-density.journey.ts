import type { Locator, Page } from '@playwright/test'
import { newNoteFragment, screenPath } from '#contract/paths.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import { type Backend, expect, openAs, test } from '#test/support/journey.ts'
import { filledButtons, overflowing, overlaps } from '#test/support/layout-checks.ts'
import { hodan } from '#test/support/people.ts'

/* How much is in view, and that nothing needed is hidden. */

// A separate product, because the long names that other journeys add make rows taller.
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

/** How many of these are entirely within the window. */
async function inView(page: Page, all: Locator): Promise<number> {
  const height = page.viewportSize()?.height ?? 0
  return await all.evaluateAll(
    (elements, height) =>
      elements.filter((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= height
      }).length,
    height,
  )
}

test('at 1280 by 800 at least 12 clients, 8 employees and 6 messages are in view', async ({ page }) => {
  for (const [screen, least] of [
    ['clients', 12],
    ['userManagement', 8],
    ['contactMessages', 6],
  ] as const) {
    await openAs(page, 'admin@example.org', screenPath('admin', screen))
    await rows(page).first().waitFor()
    expect(await inView(page, rows(page)), screen).toBeGreaterThanOrEqual(least)
  }
})

test('with a mouse a row of clients, employees or the audit trail is 40 to 44 pixels high', async ({
  page,
}) => {
  for (const screen of ['clients', 'userManagement', 'auditTrail'] as const) {
    await openAs(page, 'admin@example.org', screenPath('admin', screen))
    await rows(page).first().waitFor()
    for (const width of screen === 'userManagement' ? [1280, 1920] : [1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const heights = await rows(page).evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect().height),
      )
      expect(Math.min(...heights), `${screen} at ${width} px`).toBeGreaterThanOrEqual(40)
      expect(Math.max(...heights), `${screen} at ${width} px`).toBeLessThanOrEqual(44)
    }
  }
})

test('on a tablet each value of an employee is below the header of its column, which stays in view', async ({
  page,
}) => {
  await openAs(page, 'admin@example.org', screenPath('admin', 'userManagement'))
  await rows(page).first().waitFor()
  const leftOf = (cells: Locator) =>
    cells.evaluateAll((all) => all.slice(0, 4).map((cell) => cell.getBoundingClientRect().left))
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await rows(page).last().scrollIntoViewIfNeeded()
    const heads = page.locator('thead th')
    expect(await leftOf(rows(page).last().locator('th, td'))).toEqual(await leftOf(heads))
    for (const name of ['Name', 'Date of Birth', 'Address', 'Role'])
      await expect(page.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone the first client is high up, the filters are behind a button, and a filter that is set is shown', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 375, height: 812 } })
  const phone = await context.newPage()
  const clients = screenPath('admin', 'clients')
  await openAs(phone, 'admin@example.org', clients)
  for (const [width, highest] of [
    [375, 340],
    [320, 360],
  ] as const) {
    await phone.setViewportSize({ width, height: 812 })
    await rows(phone).first().waitFor()
    const { y = 0, height = 0 } = (await rows(phone).first().boundingBox()) ?? {}
    expect(y, `${width} px`).toBeLessThanOrEqual(highest)
    expect(height, `${width} px`).toBeLessThanOrEqual(128)
  }
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

test('on touch a client’s controls are 48 pixels high, in the list and above the notes', async ({
  browser,
  baseURL,
  backend,
}) => {
  const email = await backend.employ('manager')
  const clients = screenPath('manager', 'clients')
  const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 375, height: 812 } })
  const phone = await context.newPage()
  await openAs(phone, email, clients)
  for (const control of [
    rows(phone).first().getByRole('button', { name: 'Edit Info' }),
    rows(phone).first().getByRole('link', { name: 'Notes' }),
    phone.getByRole('button', { name: 'Last note' }),
  ])
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await rows(phone).first().getByRole('link', { name: 'Notes' }).tap()
  const name = phone.locator('.notes-about').getByRole('link')
  expect((await name.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await context.close()
})

test('with a mouse, no text overlaps another and nothing is cut off at any width', async ({ page }) => {
  for (const screen of ['dashboard', 'clients', 'userManagement', 'contactMessages', 'auditTrail'] as const) {
    await openAs(page, 'admin@example.org', screenPath('admin', screen))
    await page.locator('tbody tr').first().waitFor()
    for (const width of [375, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const problems = [...(await page.evaluate(overflowing)), ...(await page.evaluate(overlaps))]
      expect(problems, `${screen} at ${width} px`).toEqual([])
    }
  }
})

test('the header of a table stays in view and hides no row that has focus', async ({ page }) => {
  for (const [screen, width] of [
    ['clients', 1280],
    ['userManagement', 1280],
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

test('a toast is at the lower edge of the window on short and long pages, and covers no focused control', async ({
  page,
}) => {
  await page.route('**/api/contact/*/read', (route) => route.abort())
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openAs(page, 'admin@example.org', screenPath('admin', 'contactMessages'))
    await rows(page).first().waitFor()
    const edge = (await page.locator('.masthead-bar').boundingBox())?.y ?? height
    const toast = page.locator('.toast')
    const mark = page.getByRole('button', { name: 'Mark as read' })
    const bottom = async () => {
      const box = await toast.boundingBox()
      return Math.round(edge - (box?.y ?? 0) - (box?.height ?? 0))
    }
    const last = await atLowerEdge(page, mark)
    await last.press('Enter')
    await toast.waitFor()
    expect(await bottom(), `a long page, ${width} px`).toBe(16)
    await expect(last).toBeFocused()
    await expect.poll(() => isCovered(last, toast)).toBe(false)
    await toast.getByRole('button').click()
    await page.getByRole('searchbox').fill('Visitor 7')
    await expect(rows(page)).toHaveCount(1)
    await mark.press('Enter')
    await toast.waitFor()
    expect(await bottom(), `a short page, ${width} px`).toBe(16)
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

test('the links are in one row from 1280 pixels and in at most two below', async ({ page }) => {
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  const links = page.locator('.masthead-nav').getByRole('link')
  await expect(links).toHaveCount(9)
  const tops = async () => {
    const all = await links.evaluateAll((found) => found.map((one) => one.getBoundingClientRect().top))
    const { y = 0, height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
    return { rows: new Set(all).size, below: Math.round(y + height) }
  }
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tops()).toEqual({ rows: 1, below: 52 })
  }
  await page.setViewportSize({ width: 1024, height: 800 })
  expect(await tops()).toEqual({ rows: 1, below: 88 })
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

test('the text box for a new note is in view, and the history scrolls until all of it is shown', async ({
  page,
  backend,
}) => {
  const id = await addNotedClient(backend)
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
    [1920, 1080],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', id))
    const history = page.getByRole('region', { name: 'Notes, newest first' })
    const showAll = page.getByRole('button', { name: 'Show all' })
    await showAll.waitFor()
    const { height: shown = 0 } = (await history.boundingBox()) ?? {}
    expect(shown).toBeLessThanOrEqual(400)
    const bar = (await page.locator('.masthead-bar').boundingBox())?.y ?? height
    for (const part of [page.getByLabel('New Weekly Note'), page.getByRole('button', { name: 'Add Note' })]) {
      const box = await part.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), `${width} by ${height}`).toBeLessThanOrEqual(bar)
    }
    await showAll.click()
    expect((await history.boundingBox())?.height).toBeGreaterThan(400)
    await page.getByRole('button', { name: 'Show less' }).click()
    expect((await history.boundingBox())?.height).toBe(shown)
  }
})

test('in a wide window the buttons of a note are beside its text, whose lines have about 75 letters', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const id = await addNotedClient(backend)
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', id))
  const text = page.locator('.note-text').first()
  await text.waitFor()
  const [head, body, edit] = await Promise.all(
    [page.locator('.note-head').first(), text, page.getByRole('button', { name: 'Edit' }).first()].map(
      (one) => one.boundingBox(),
    ),
  )
  expect(body?.x).toBeGreaterThan((head?.x ?? 0) + (head?.width ?? 0))
  expect(edit?.x).toBeGreaterThan((body?.x ?? 0) + (body?.width ?? 0))
  const lines = await text.evaluate(
    (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
  )
  expect(long.length / lines).toBeGreaterThan(60)
  expect(long.length / lines).toBeLessThan(80)
  const composer = await page.locator('.new-note').boundingBox()
  const history = await page.locator('.note-history').boundingBox()
  expect(composer?.height).toBeGreaterThan((history?.height ?? 0) * 0.8)
})

test('an opened message is as wide as its column', async ({ page }) => {
  await openAs(page, 'admin@example.org', screenPath('admin', 'contactMessages'))
  const cell = rows(page).first().locator('.message-cell')
  await cell.getByRole('button', { name: 'Show all' }).click()
  const width = async (box: Locator) => (await box.boundingBox())?.width
  expect(await width(cell.locator('.message-text'))).toBe(await width(cell))
})

test('the dashboard fills a window of 1920 by 1080 and shows twelve clients in a lower one', async ({
  page,
}) => {
  const links = page.locator('.clients-without-note-list li')
  for (const [width, height, shown] of [
    [1280, 800, 12],
    [1920, 1080, 20],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openAs(page, 'admin@example.org', screenPath('admin', 'dashboard'))
    await links.first().waitFor()
    await expect(links.filter({ visible: true })).toHaveCount(shown)
    const box = await page.locator('.dashboard').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), `${width} px`).toBeGreaterThan(height * 0.9)
  }
})

test('the buttons of a note that is edited, and the next client, are in view', async ({ page, backend }) => {
  const id = await addNotedClient(backend)
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', id))
    const history = page.getByRole('region', { name: 'Notes, newest first' })
    const bottomOf = async (box: Locator) => {
      const { y = 0, height = 0 } = (await box.boundingBox()) ?? {}
      return y + height
    }
    const bar = () => page.locator('.masthead-bar').boundingBox()
    await history.getByRole('button', { name: 'Edit', exact: true }).last().click()
    const save = bottomOf(history.getByRole('button', { name: 'Save' }))
    expect(await save, `${width} by ${height}`).toBeLessThanOrEqual(await bottomOf(history))
    expect(await save).toBeLessThanOrEqual((await bar())?.y ?? height)
    await page.keyboard.press('Escape')
    await page.getByLabel('New Weekly Note').fill('Called.')
    await page.getByRole('button', { name: 'Add Note' }).click()
    const next = page.getByRole('link', { name: /^Next client without a note:/ })
    await next.waitFor()
    await expect.poll(() => bottomOf(next)).toBeLessThanOrEqual((await bar())?.y ?? height)
  }
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
