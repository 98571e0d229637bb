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
