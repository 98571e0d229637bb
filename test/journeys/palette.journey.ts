import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { countEffort } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/** Everything that the browser keeps of the page. */
const keptBy = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([location.href, history.state, { ...localStorage, ...sessionStorage }, document.title]),
  )

test('any client is opened with two keys besides typing, and nothing of the search is kept [T119]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const lastName = `Twin-${crypto.randomUUID().slice(0, 8)}`
  await api.send('POST', '/clients', token, { ...hodan, lastName })
  const { body: single } = await api.send('POST', '/clients', token, { ...hodan, firstName: 'Una', lastName })
  const twin = { ...hodan, lastName, dateOfBirth: '1990-04-12', status: 'pending', phone: '6515550163' }
  const { body: younger } = await api.send('POST', '/clients', token, twin)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await openAs(page, await backend.employ('employee'), screenPath('manager', 'addClient'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  const palette = page.getByRole('dialog', { name: 'Search', exact: true })
  const status = palette.locator('.palette-status')
  const { press, write, cost } = countEffort(page)
  await press('ControlOrMeta+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await write(`${lastName.toLowerCase()} una`)
  await expect(status).toHaveText('1 client.')
  await press('Enter')
  await page.waitForURL(`**${screenPath('manager', 'clientDetails', single.id)}`)
  await expect(page.getByRole('heading', { level: 1, name: `Una ${lastName}` })).toBeFocused()
  expect(cost()).toEqual({ clicks: 0, keys: 2 })

  // From one client's details to another's.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(`hodan ${lastName}`)
  await expect(status).toHaveText('2 clients.')
  const options = palette.getByRole('option')
  const found = options.filter({ hasText: 'Born Apr 12, 1990' })
  await expect(found).toHaveText(`Hodan ${lastName} Born Apr 12, 1990 (651) 555-0163 Pending`)
  await expect(options.filter({ hasText: 'Born Feb 29, 1988' })).toContainText('Active')
  expect(await keptBy(page)).not.toMatch(/hodan|twin-/i)
  await found.click()
  await page.waitForURL(`**${screenPath('manager', 'clientDetails', younger.id)}`)
  await expect(palette).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: lastName })).toBeVisible()
  expect(await keptBy(page)).not.toMatch(/hodan|twin-/i)
  expect(addresses.join('\n')).not.toMatch(/twin-/i)
})
