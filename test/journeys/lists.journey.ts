import { screenPath } from '#contract/paths.ts'
import { focusOutOfSight } from '#test/support/focus-in-sight.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import type { hodan } from '#test/support/people.ts'

/* Long lists at work: their order and filters, and that nothing needed is hidden. */

// A separate product, because other journeys expect short lists.
test.use({ settings: { LOG_LEVEL: 'error' } })

test.beforeAll(async ({ backend: { instance } }) => {
  await instance.ops('seed', '--clients', '60', '--employees', '15')
})

test('on a phone filters are behind a button', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 375, height: 812 } })
  const phone = await context.newPage()
  await openAs(phone, 'admin@example.org', screenPath('admin', 'clients'))
  const status = phone.getByLabel('Status', { exact: true })
  const filters = phone.getByRole('button', { name: 'Filters', exact: true })
  await expect(status).toBeHidden()
  await filters.tap()
  await status.selectOption('Active')
  await phone.waitForURL('**?status=active')
  await phone.reload()
  await expect(status).toBeVisible()
  await filters.tap()
  await expect(status).toBeHidden()
  await phone.locator('tbody').getByRole('link', { name: 'Notes' }).first().tap()
  // A text box with focus would open the keyboard over the notes.
  await expect(phone.getByRole('heading', { name: 'Weekly Client Notes' })).toBeFocused()
  await context.close()
})

test('neither the header of a table nor a toast covers what has focus', async ({ page }) => {
  await openAs(page, 'admin@example.org', screenPath('admin', 'userManagement'))
  const rows = page.locator('tbody tr')
  await rows.last().waitFor()
  await rows.last().getByRole('button').last().focus()
  expect(await focusOutOfSight(page, 'Shift+Tab')).toEqual([])

  await page.setViewportSize({ width: 375, height: 812 })
  await page.route('**/api/employees/*/role', (route) => route.abort())
  const last = rows.getByRole('combobox').last()
  await last.focus()
  await page.keyboard.press((await last.inputValue()) === 'manager' ? 'End' : 'Home')
  await page.getByRole('alert').filter({ hasText: 'Failed to update role.' }).waitFor()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('a column header sorts the employees', async ({ page, backend }) => {
  const { body: all } = await backend.api.send('POST', '/employees/search', backend.token, {})
  const byName = all.map(({ firstName, lastName }: typeof hodan) => `${firstName} ${lastName}`.trim())
  await openAs(page, 'admin@example.org', screenPath('admin', 'userManagement'))
  const name = page.getByRole('columnheader', { name: 'Name' })
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await name.getByRole('button').press('Enter')
  await page.waitForURL('**/admin/user-management?sort=-name')
  await page.reload()
  await expect(name).toHaveAttribute('aria-sort', 'descending')
  await expect(page.locator('tbody th [dir="auto"]')).toHaveText(byName.toReversed())
  await page.getByRole('searchbox').fill('nobody')
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  expect(new URL(page.url()).search, 'clearing the filters').toBe('?sort=-name')
})

test('a column header has the server sort the clients', async ({ page, backend }) => {
  const sorts: unknown[] = []
  await page.route('**/api/clients/search', async (route) => {
    sorts.push(route.request().postDataJSON().sort)
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
  }
  await head('Added').getByRole('button').press('Enter')
  await page.waitForURL('**/manager/clients?sort=-created')
  await expect(head('Added')).toHaveAttribute('aria-sort', 'descending')
  await head('Name').getByRole('button').press('Enter')
  await page.waitForURL('**/manager/clients')
  expect(sorts).toEqual([undefined, 'status', 'lastNote', 'created', '-created'])
})
