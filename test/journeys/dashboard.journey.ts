import type { Page } from '@playwright/test'
import { dashboardRanges } from '#contract/clients/statuses.ts'
import { newNoteFragment, screenPath } from '#contract/paths.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

const breakdown = (page: Page) => page.getByRole('region', { name: 'Client Status Breakdown' })
const withoutNote = (page: Page) => page.getByRole('region', { name: 'No note this week' })
const pie = (page: Page) => breakdown(page).getByRole('img', { name: /^Pie chart/ })

const rangeNames = { all: 'All Time', last30: 'Last 30 Days', last7: 'Last 7 Days' } as const

/** The percentage of the disk that has each of the five current colors. */
async function drawnShares(page: Page): Promise<number[]> {
  return pie(page).evaluate((element: HTMLElement) => {
    const slices = [...element.querySelectorAll('path')]
    const colors = [1, 2, 3, 4, 5].map((part) => {
      element.style.color = `var(--color-chart-${part})`
      return getComputedStyle(element).color
    })
    element.style.color = ''
    const found = colors.map(() => 0)
    for (let step = 0; step < 1000; step += 1) {
      const point = { x: Math.sin(step * 0.002 * Math.PI) / 2, y: -Math.cos(step * 0.002 * Math.PI) / 2 }
      const slice = slices.find((path) => path.isPointInFill(Object.assign(new DOMPoint(), point)))
      const color = slice ? colors.indexOf(getComputedStyle(slice).fill) : -1
      if (color >= 0) found[color] = (found[color] ?? 0) + 0.1
    }
    return found
  })
}

test.beforeAll(async ({ backend: { instance, db } }) => {
  await instance.ops('seed', '--clients', '60')
  const message = { name: 'Rosa', email: 'rosa@example.org', message: 'Please call me.' }
  await addContactMessage(db, message, new Date())
})

test('total, table and pie chart agree in every range and color scheme [T13]', async ({ page, backend }) => {
  const { api, token } = backend
  await api.send('POST', '/clients', token, { ...hodan, status: undefined })
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'dashboard'))
  const totals = []
  await expect(page.getByLabel('Range')).toHaveValue('all')
  await expect(page.getByLabel('Range').getByRole('option')).toHaveText(Object.values(rangeNames))
  for (const range of dashboardRanges) {
    await page.getByLabel('Range').selectOption(rangeNames[range])
    const { total, counts } = (await api.send('GET', `/clients/summary?range=${range}`, token)).body
    totals.push(total)
    await expect(page.getByText(`Total Clients: ${total}`, { exact: true })).toBeVisible()
    const shares = Object.values(counts as Record<string, number>).map((count) => (count / total) * 100)
    const cells = Object.values(counts as Record<string, number>).map(
      (count, index) => `${count} (${shares[index]?.toFixed(1)}%)`,
    )
    await expect(breakdown(page).getByRole('cell')).toContainText(cells)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect
        .poll(async () => {
          const drawn = await drawnShares(page)
          return drawn.every((share, part) => Math.abs(share - (shares[part] ?? 0)) < 0.3)
        }, `${range}, ${colorScheme}`)
        .toBe(true)
    }
  }
  expect(new Set(totals).size).toBe(3)

  await page.reload()
  await expect(page.getByLabel('Range')).toHaveValue('last7')
  // Its maximum width.
  await page.setViewportSize({ width: 620, height: 800 })
  await expect.poll(async () => (await pie(page).boundingBox())?.width).toBe(500)
})

test('the card of clients without a note drops one who gets one', async ({ page, backend }) => {
  const { api, token } = backend
  await api.send('POST', '/clients', token, { ...hodan, status: 'active' })
  const unnotedClients = async () =>
    (await api.send('POST', '/clients/search', token, { withoutNoteThisWeek: true, limit: 12 })).body
  const before = await unnotedClients()
  const [first] = before.items
  await openAs(page, 'admin@example.org', screenPath('admin', 'dashboard'))
  const links = withoutNote(page).getByRole('listitem').getByRole('link')
  await expect(links).toHaveText(
    before.items.map((client: typeof hodan) => `${client.firstName} ${client.lastName}`),
  )
  const count = `^${before.total} active clients? ha(s|ve) had no note since Monday\\.$`
  await expect(withoutNote(page).getByText(new RegExp(count))).toBeVisible()

  await links.first().click()
  await page.waitForURL(`**${screenPath('admin', 'clientNotes', first.id)}#${newNoteFragment}`)
  await page.getByLabel('New Weekly Note').fill('Called about the lease.')
  const save = await holdRequests(page, `**/api/clients/${first.id}/notes`)
  await page.getByRole('button', { name: 'Add Note' }).click()
  const read = page.waitForResponse('**/api/clients/search')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await read
  // The client stays on the card until the note is saved.
  await expect(page.locator(`#without-note-${first.id}`)).toBeVisible()
  save()
  await expect(page.locator(`#without-note-${first.id}`)).toHaveCount(0)
  expect((await unnotedClients()).total).toBe(before.total - 1)

  await withoutNote(page).getByRole('link', { name: 'See all' }).click()
  await page.waitForURL(`**${screenPath('admin', 'clients')}?notes=missing-this-week`)
})

test('each number on the dashboard leads to exactly those clients or messages', async ({ page, backend }) => {
  const { count: unread } = (await backend.api.send('GET', '/contact/unread', backend.token)).body
  await openAs(page, 'admin@example.org', screenPath('admin', 'dashboard'))
  await breakdown(page).getByLabel('Range').selectOption('Last 30 Days')
  await page.waitForURL('**?range=last30')
  const active = breakdown(page).locator('a[href$="?status=active&added=last30"]')
  const total = breakdown(page)
    .getByText(/^Total Clients: /)
    .getByRole('link')
  for (const link of [active, total]) {
    const count = await link.textContent()
    await link.click()
    await expect(page.locator('.list-count')).toHaveText(`${count} clients found`)
    await expect(page.getByLabel('Added')).toHaveValue('last30')
    await page.goBack()
  }
  await page.getByRole('link', { name: `${unread} unread message` }).click()
  await expect(page.getByRole('heading', { name: 'Contact messages' })).toBeFocused()
})

test('each part of the dashboard is loaded again on request [T164]', async ({ page, backend }) => {
  const { api, token } = backend
  await api.send('POST', '/clients', token, hodan)
  const rests = { status: 503, json: { message: 'The database rests.', code: 'database-away' } }
  const summaries = '**/api/clients/summary*'
  const unnoted = '**/api/clients/search'
  await page.route(summaries, (route) => route.fulfill(rests))
  await page.route(unnoted, (route) => route.fulfill(rests))
  await page.route('**/api/outgoing-mail', (route) =>
    route.fulfill({ json: [{ state: 'refused' }, { state: 'waiting' }] }),
  )
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'dashboard'))
  await expect(page.getByText('Unable to load the client counts.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The database rests.')
  await expect(withoutNote(page)).toContainText('Unable to check this week’s notes. The database rests.')
  await expect(page.getByText('The mail server rejected an email.')).toBeVisible()

  await page.unroute(summaries)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Total Clients: \d/)).toBeVisible()
  await expect(breakdown(page).getByRole('rowheader').first()).toContainText('Active')
  const counts = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
  await page.route(summaries, (route) => route.fulfill({ json: { range: 'last7', total: 0, counts } }))
  await page.getByLabel('Range').selectOption('Last 7 Days')
  await expect(breakdown(page)).toContainText('No clients were added in the last 7 days')
  await expect(breakdown(page).locator('[role=img], table')).toHaveCount(0)

  await page.unroute(unnoted)
  const everyone = { items: [], total: 0, nextCursor: null }
  await page.route(unnoted, (route) => route.fulfill({ json: everyone }))
  await withoutNote(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(withoutNote(page)).toContainText('Every active client has a note this week.')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
})
