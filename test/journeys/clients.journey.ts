import { screenPath } from '#contract/paths.ts'
import { expect, fillInClient, signIn, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

test('the list searches while typing, filters by status, pages, and keeps all of it in the address', async ({
  page,
  staffed,
}) => {
  const { api, token } = staffed
  for (let n = 0; n < 120; n += 1) {
    const lastName = `Lindqvist-${String(n).padStart(3, '0')}`
    await api.send('POST', '/clients', token, { ...hodan, lastName, status: n % 2 ? 'active' : 'pending' })
  }
  await api.send('POST', '/clients', token, { ...hodan, firstName: 'José', lastName: 'García' })
  await signIn(page, await staffed.employ('manager'))
  await page.goto(screenPath('manager', 'clients'))

  const search = page.getByLabel(/search/i)
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /Lindqvist|García/ }) })
  await search.fill('jose garcia')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'José García', exact: true })).toBeVisible()

  await search.fill('lindqvist')
  await expect(page.getByText('1–50 of 120')).toBeVisible()
  await expect(rows).toHaveCount(50)
  await page
    .getByRole('button', { name: /next/i })
    .or(page.getByRole('link', { name: /next/i }))
    .click()
  await expect(page.getByText('51–100 of 120')).toBeVisible()
  await expect(rows.first()).toContainText('Lindqvist-050')
  const second = page.url()
  await page.goBack()
  await expect(page.getByText('1–50 of 120')).toBeVisible()
  await page.goto(second)
  await expect(rows.first()).toContainText('Lindqvist-050')

  await page.getByLabel(/status/i).selectOption('Active')
  await expect(page.getByText('1–50 of 60')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1–50 of 60')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toHaveValue('')

  await search.fill('nobody of that name')
  await expect(rows).toHaveCount(0)
})

test('adding shows each message after its field was touched, keeps what was typed after a refusal, and says why', async ({
  page,
  staffed,
}) => {
  await signIn(page, await staffed.employ('manager'))
  await page.goto(screenPath('manager', 'addClient'))
  const submit = page.getByRole('button', { name: 'Add Client', exact: true })
  await expect(submit).toBeDisabled()
  await page.getByLabel('First Name').focus()
  for (let field = 0; field < 12; field += 1) await page.keyboard.press('Tab')
  for (const message of [
    'First name is required',
    'Last name is required',
    'Status is required',
    'Service is required',
    'Enter a valid email address',
    'Address is required',
    'Enter a valid phone number',
  ]) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await fillInClient(page, hodan)
  await expect(submit).toBeEnabled()

  await page.route('**/api/clients', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database rests.', code: 'database-away' } }),
  )
  await submit.click()
  await expect(page.getByText('Failed to add client.')).toBeVisible()
  await expect(page.getByText('The database rests.')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue(hodan.address)
  await page.unroute('**/api/clients')

  await submit.click()
  await expect(page.getByText('Client added successfully!')).toBeVisible()
  await page.waitForURL(`**${screenPath('manager', 'clients')}`)
})

test('details of an unknown client say so; a failed load says what happened and tries again', async ({
  page,
  staffed,
}) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await signIn(page, await staffed.employ('employee'))
  await page.goto(screenPath('manager', 'clientDetails', 'nobody'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/not found|no client|no such client/i).first()).toBeVisible()

  await page.route(`**/api/clients/${client.id}`, (route) => route.abort())
  await page.goto(screenPath('manager', 'clientDetails', client.id))
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await page.unroute(`**/api/clients/${client.id}`)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('February 29, 1988')).toBeVisible()
  await page
    .getByRole('link', { name: /dashboard/i })
    .last()
    .click()
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
})

test('while a client is saved, and after, the form takes no change, no second submit, and leaves no draft', async ({
  page,
  staffed,
}) => {
  await signIn(page, await staffed.employ('manager'))
  await page.goto(screenPath('manager', 'addClient'))
  await fillInClient(page, hodan)
  let letThrough = () => {}
  const waiting = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  let sent = 0
  await page.route('**/api/clients', async (route) => {
    sent += 1
    await waiting
    await route.continue()
  })
  await page.getByLabel('Address').press('Enter')
  const address = page.getByLabel('Address')
  await expect(address).toHaveAttribute('readonly')
  await expect(address).toBeFocused()
  await address.press('x')
  await page.getByLabel('Status').focus()
  await page.keyboard.press('ArrowDown')
  letThrough()
  await expect(page.getByText('Client added successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Added' })).not.toHaveAttribute('aria-busy')
  await expect(address).toHaveValue(hodan.address)
  await expect(page.getByLabel('Status')).toHaveValue(hodan.status)
  await address.press('y')
  await address.press('Enter')
  await page.waitForURL(`**${screenPath('manager', 'clients')}`)
  expect(sent).toBe(1)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('a phone number pasted or typed as on paper becomes its digits', async ({ page, context, staffed }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, await staffed.employ('manager'))
  await page.goto(screenPath('manager', 'addClient'))
  const phone = page.getByLabel('Phone')
  await phone.fill('+1 (612) 555-0142')
  await phone.blur()
  await expect(phone).toHaveValue('6125550142')
  await expect(page.getByText('Enter a valid phone number')).toBeHidden()
  await phone.fill('')
  await page.evaluate(() => navigator.clipboard.writeText('(612) 555-0177'))
  await phone.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(phone).toHaveValue('6125550177')
  await phone.fill('61255501421234567')
  await phone.blur()
  await expect(phone, 'nothing is cut off unseen').toHaveValue('61255501421234567')
  await expect(page.getByText('Enter a valid phone number')).toBeVisible()
})

test('focus goes back to the link that was left, and to the search box when the filters are cleared', async ({
  page,
  staffed,
}) => {
  const lastName = `Rückkehr-${crypto.randomUUID().slice(0, 8)}`
  await staffed.api.send('POST', '/clients', staffed.token, { ...hodan, lastName })
  await signIn(page, await staffed.employ('manager'))
  await page.goto(`${screenPath('manager', 'clients')}?search=${lastName}`)
  const link = page.getByRole('link', { name: `Hodan ${lastName}`, exact: true })
  await expect(link).toHaveAttribute('dir', 'auto')
  await link.click()
  const heading = page.getByRole('heading', { level: 1, name: `Hodan ${lastName}` })
  await expect(heading).toBeFocused()
  await expect(heading).toHaveAttribute('dir', 'auto')
  await page.goBack()
  await expect(link).toBeFocused()

  await page.goto(`${screenPath('manager', 'clients')}?search=nobody+of+that+name`)
  await expect(page.getByText('No clients match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).last().click()
  await expect(page.getByLabel(/search/i)).toBeFocused()
  await expect(page.getByLabel(/search/i)).toHaveValue('')
})

test('while another list is awaited, what is said is true of the list that is shown', async ({
  page,
  staffed,
}) => {
  const lastName = `Still-${crypto.randomUUID().slice(0, 8)}`
  await staffed.api.send('POST', '/clients', staffed.token, { ...hodan, lastName })
  await signIn(page, await staffed.employ('manager'))
  await page.goto(screenPath('manager', 'clients'))
  const count = page.locator('.client-count')
  await expect(count).toHaveText(/^[\d,]+ clients?$/)
  const before = await count.textContent()
  let letThrough = () => {}
  const waiting = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/clients?search=*', async (route) => {
    await waiting
    await route.continue()
  })
  await page.getByLabel(/search/i).fill(lastName)
  await page.waitForURL(`**search=${lastName}`)
  await expect(page.locator('.data-table-frame')).toHaveAttribute('aria-busy', 'true')
  await expect(count).toHaveText(before ?? '')
  letThrough()
  await expect(count).toHaveText('1 client found')

  await page.goto(`${screenPath('manager', 'clients')}/?search=%00`)
  await expect(count).toHaveText(/^[\d,]+ clients?$/)
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})
