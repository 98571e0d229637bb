import type { Locator, Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { lookAs, violations } from '#test/support/accessibility.ts'
import { countEffort } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

const shortcut = 'ControlOrMeta+k'
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const active = (page: Page) => palette(page).locator('[role="option"][aria-selected="true"]')
const status = (page: Page) => palette(page).locator('.palette-status')

async function expectActive(page: Page, option: Locator): Promise<void> {
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAttribute('aria-activedescendant', String(await option.getAttribute('id')))
}

/** Everything that the browser keeps of the page. */
const keptBy = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([location.href, history.state, { ...localStorage, ...sessionStorage }, document.title]),
  )

test('any client is opened with two keys besides typing [T119]', async ({ page, backend }) => {
  const { api, token } = backend
  const lastName = `Twin-${crypto.randomUUID().slice(0, 8)}`
  await api.send('POST', '/clients', token, { ...hodan, lastName })
  const { body: single } = await api.send('POST', '/clients', token, { ...hodan, firstName: 'Una', lastName })
  const twin = { ...hodan, lastName, dateOfBirth: '1990-04-12', status: 'pending', phone: '6515550163' }
  const { body: younger } = await api.send('POST', '/clients', token, twin)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  for (const [area, role, screen] of [
    ['admin', 'super-admin', 'profile'],
    ['manager', 'employee', 'addClient'],
  ] as const) {
    await openAs(page, await backend.employ(role), screenPath(area, screen))
    await page.getByRole('heading', { level: 1 }).waitFor()
    const { press, write, cost } = countEffort(page)
    await press(shortcut)
    await expect(field(page)).toBeFocused()
    await write(`${lastName.toLowerCase()} una`)
    await expect(status(page)).toHaveText('1 client.')
    await press('Enter')
    await page.waitForURL(`**${screenPath(area, 'clientDetails', single.id)}`)
    await expect(page.getByRole('heading', { level: 1, name: `Una ${lastName}` })).toBeFocused()
    expect(cost()).toEqual({ clicks: 0, keys: 2 })
  }
  // From one client's details to another's.
  await page.keyboard.press(shortcut)
  await page.keyboard.type(`hodan ${lastName}`)
  await expect(status(page)).toHaveText('2 clients.')
  const found = options(page).filter({ hasText: 'Born Apr 12, 1990' })
  await expect(found).toHaveText(`Hodan ${lastName} Born Apr 12, 1990 (651) 555-0163 Pending`)
  await expect(options(page).filter({ hasText: 'Born Feb 29, 1988' })).toContainText('Active')
  expect(await keptBy(page)).not.toMatch(/hodan|twin-/i)
  await found.click()
  await page.waitForURL(`**${screenPath('manager', 'clientDetails', younger.id)}`)
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: lastName })).toBeVisible()
  expect(await keptBy(page)).not.toMatch(/hodan|twin-/i)
  expect(addresses.join('\n')).not.toMatch(/twin-/i)
})

test('arrow keys choose in the palette, and Escape closes it [T120]', async ({ page, backend }) => {
  const { api, token } = backend
  const suffix = crypto.randomUUID().slice(0, 8)
  for (let n = 0; n < 10; n += 1)
    await api.send('POST', '/clients', token, { ...hodan, lastName: `Dashboard-${suffix}-${n}` })
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'clients'))
  const search = page.getByLabel('Search by name')
  await search.fill('kept')
  await page.keyboard.press(shortcut)
  await expect(options(page)).toHaveText([
    ...['Dashboard', /^Clients Notes/, /^Manage Users/, 'Admin Link', 'Administrative Training'],
    ...['Employee Training', /^Message List/, /^Service log/, /^Audit trail/, /^Deleted records/, /^Profile/],
    ...['Clients without a note this week', 'Add Client', 'Add Employee', 'Logout'],
  ])
  await expect(active(page)).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expectActive(page, options(page).last())
  await page.keyboard.type('dashb')
  await expect(status(page)).toHaveText(
    /^\d+ clients \(the first 8 are shown\), 1 screen or action\. Type more/,
  )
  await expect(options(page)).toHaveCount(9)
  await expectActive(page, options(page).first())
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('ArrowDown')
  await expectActive(page, palette(page).getByRole('option', { name: 'Dashboard', exact: true }))
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('kept')

  await page.keyboard.press(shortcut)
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('user management')
  await expect(status(page)).toHaveText('1 screen or action.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeFocused()

  await page.getByRole('button', { name: 'Delete' }).first().click()
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press(shortcut)
  await expect(palette(page), 'over a dialog').toBeHidden()
})

test('screens are found by what is done there [T124]', async ({ page, backend }) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName: 'Vang' })
  const found = async (search: string) => {
    await field(page).fill(search)
    await expect(status(page)).not.toHaveText(/^(Searching…)?$/)
    const labels = await options(page).filter({ hasNotText: 'Born' }).locator('.option-text').allInnerTexts()
    return labels.map((text) => text.split('\n')[0]?.trim())
  }
  for (const [area, role, expected] of [
    ['admin', 'super-admin', { export: ['Clients', 'Message List'], restore: ['Deleted records'] }],
    ['manager', 'manager', { export: [], restore: [], password: ['Profile'] }],
  ] as const) {
    await openAs(page, await backend.employ(role), screenPath(area, 'dashboard'))
    await page.getByText(/^Total Clients: /).waitFor()
    await page.keyboard.press(shortcut)
    for (const [search, labels] of Object.entries(expected))
      expect(await found(search), `${role}: ${search}`).toEqual(labels)
    await page.goto(screenPath(area, 'clientDetails', client.id))
    await page.getByRole('heading', { level: 1, name: 'Hodan Vang' }).waitFor()
    await page.keyboard.press(shortcut)
    await field(page).fill('weekly')
    const ofClient = palette(page).getByRole('group', { name: 'Hodan Vang, born Feb 29, 1988' })
    await expect(ofClient.getByRole('option')).toHaveText(['Weekly Client Notes'])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${screenPath(area, 'clientNotes', client.id)}#new-note`)
    await expect(page.getByLabel('New Weekly Note')).toBeFocused()
  }
})

test('Enter in the palette waits for the result of the search [T121]', async ({ page, backend }) => {
  const { api, token } = backend
  const suffix = crypto.randomUUID().slice(0, 8)
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName: `Late-${suffix}` })
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'dashboard'))
  await page.getByText(/^Total Clients: /).waitFor()
  await page.getByRole('button', { name: /^Search/ }).click()
  await field(page).fill('hodan')
  await expect(active(page)).toHaveCount(1)
  const letThrough = await holdRequests(page, /clients\/search/)
  await field(page).fill(`late-${suffix}`)
  await expect(status(page)).toHaveText('Searching…')
  await expect(active(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  letThrough()
  await page.waitForURL(`**${screenPath('manager', 'clientDetails', client.id)}`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.getByRole('button', { name: /^Search/ }).click()
  await page.route('**/api/clients/search', (route) => route.abort())
  await field(page).fill(`ate-${suffix}`)
  await expect(palette(page).getByRole('alert')).toContainText('Clients could not be searched.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await palette(page).getByRole('button', { name: 'Try again' }).click()
  await expect(status(page)).toHaveText('1 client.')
})

test('the palette meets WCAG 2.2 AA [T123]', async ({ browser, baseURL, backend }) => {
  const context = await browser.newContext({ baseURL, hasTouch: true })
  const page = await context.newPage()
  const long = { firstName: 'Pa Houa Maiv Nkauj Ntxhi', lastName: 'Vang-Thao-Xiong-Lee-Her-Moua' }
  await backend.api.send('POST', '/clients', backend.token, { ...hodan, ...long })
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'dashboard'))
  await page.getByText(/^Total Clients: /).waitFor()
  for (const look of ['smallAndDark', 'wide'] as const) {
    await lookAs(page, look)
    const open = page.getByRole('button', { name: /^Search/ })
    await open.click()
    for (const [typed, words] of [
      ['', ''],
      ['vang-thao', 'client'],
      ['zzzzz', 'Nothing found'],
    ] as const) {
      await field(page).fill(typed)
      await expect(status(page)).toContainText(words)
      expect(await violations(page), `${look}, “${typed}”`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${look}, “${typed}”`).toBeLessThanOrEqual(0)
    }
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
  }
  await context.close()
})
