import { readFileSync } from 'node:fs'
import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { readCsv } from '#test/support/csv-reader.ts'
import { expect, fillInClient, openAs, reloadWithDraft, searchList, test } from '#test/support/journey.ts'
import { dropResponses } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

test('the list is searched, filtered and paged [T46]', async ({ page, backend }) => {
  const { api, token } = backend
  const suffix = crypto.randomUUID().slice(0, 8)
  const lastNames = Array.from({ length: 70 }, (_, n) => `Lindqvist-${suffix}-${String(n).padStart(3, '0')}`)
  // One after another: on a slow machine, 70 at once wait longer for the database than the server lets them.
  for (const [n, lastName] of lastNames.entries()) {
    const client = { ...hodan, lastName, status: n % 5 ? 'active' : 'pending' }
    expect(await api.send('POST', '/clients', token, client)).toMatchObject({ status: 201 })
  }
  await api.send('POST', '/clients', token, { ...hodan, firstName: 'José', lastName: `García-${suffix}` })
  await openAs(page, await backend.employ('manager'), '/robots.txt')
  const statuses = page.getByLabel('Status', { exact: true }).getByRole('option')
  for (const Unknown of [1, 0]) {
    const counts = { active: 1, inactive: 0, pending: 0, discharged: 0, Unknown }
    const summary = { range: 'all', total: 1 + Unknown, counts }
    await page.route('**/api/clients/summary*', (route) => route.fulfill({ json: summary }))
    await page.goto(screenPath('manager', 'clients'))
    await expect(statuses).toHaveText([
      ...['All', 'Active', 'Inactive', 'Pending', 'Discharged'],
      ...(Unknown > 0 ? ['Unknown'] : []),
    ])
    await page.unroute('**/api/clients/summary*')
  }
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Name', 'Status', 'Last note', 'Added', 'Phone', 'Actions'],
  ])

  const search = page.getByLabel('Search by name')
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: suffix }) })
  await search.fill(`jose garcia-${suffix}`)
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('link', { name: `José García-${suffix}`, exact: true })).toBeVisible()

  await search.fill(`lindqvist-${suffix}`)
  await expect(page.getByText('1–50 of 70')).toBeVisible()
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('51–70 of 70')).toBeVisible()
  await expect(rows.first()).toContainText(`Lindqvist-${suffix}-050`)
  await expect(page.getByText('70 clients found')).toBeFocused()
  const second = page.url()
  expect(second).toMatch(/\/clients\?cursor=[\w-]+&page=2$/)
  await page.goBack()
  await expect(page.getByText('1–50 of 70')).toBeVisible()
  await expect(search).toHaveValue(`lindqvist-${suffix}`)
  await page.goForward()
  await expect(rows.first()).toContainText(`Lindqvist-${suffix}-050`)

  await page.goto(second.replace(/cursor=[^&]+/, 'cursor=of-no-list'))
  await expect(page.getByRole('alert')).toContainText('This page of the list no longer exists.')
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await search.fill(`lindqvist-${suffix}`)
  await page.getByLabel('Status', { exact: true }).selectOption('Active')
  await expect(page.getByText('1–50 of 56')).toBeVisible()
  await page.reload()
  await expect(search).toHaveValue('')
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active')
  await search.fill(`lindqvist-${suffix}`)
  await expect(page.getByText('1–50 of 56')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toHaveValue('')
})

test('the search is sent with the first letter and once typing pauses', async ({ page, backend }) => {
  const lastName = `Paused-${crypto.randomUUID().slice(0, 8)}`
  await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName })
  const now = Date.now()
  await page.clock.install({ time: now })
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clients'))
  const count = page.locator('.list-count')
  await expect(count).toHaveText(/^[\d,]+ clients?$/)
  const requests: string[] = []
  page.on('request', (request) => {
    expect(request.url()).not.toContain('Paused')
    if (request.url().endsWith('/api/clients/search')) requests.push(request.postDataJSON().search)
  })
  // From here on, only the test advances the clock.
  await page.clock.pauseAt(now + 10 * 60_000)
  await page.getByLabel('Search by name').pressSequentially(lastName)
  await page.clock.runFor(100)
  await expect.poll(() => requests).toEqual([lastName.slice(0, 1), lastName])
  await page.clock.resume()
  await expect(count).toHaveText('1 client found')
})

test('the form keeps a client whose response was lost, who is added once [T49]', async ({
  page,
  backend,
}) => {
  const lastName = `Lost-${crypto.randomUUID().slice(0, 8)}`
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'addClient'))
  const submit = page.getByRole('button', { name: 'Add Client', exact: true })
  await expect(submit).toBeDisabled()
  await expect(page.getByText(/is required$/)).toHaveCount(0)
  await expect(
    page.getByText('Write "No fixed address" if there is none, or the Safe at Home address.'),
  ).toBeVisible()
  await expect(page.getByLabel('Status').getByRole('option')).toHaveText([
    'Choose a status',
    ...['Active', 'Inactive', 'Pending', 'Discharged'],
  ])
  await expect(page.getByLabel('Service').getByRole('option')).toHaveText([
    'Choose a service',
    ...['Consultant', 'Transition & Sustaining', 'Housing Transition', 'Housing Sustaining'],
  ])
  await page.getByLabel('First Name').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Last name is required')).toHaveCount(0)
  // The hint about similar clients moves the button.
  const similarRead = page.waitForResponse('**/api/clients/similar')
  await fillInClient(page, { ...hodan, lastName })
  await similarRead
  await expect(submit).toBeEnabled()

  await dropResponses(page, '**/api/clients')
  await submit.click()
  await expect(page.getByText('Failed to add client.')).toBeVisible()
  await expect(page.getByText('The server is not responding.')).toBeVisible()
  await page.unroute('**/api/clients')
  await reloadWithDraft(page)
  await expect(page.getByLabel('Address')).toHaveValue(hodan.address)
  await submit.click()
  // It is the one that was sent before the reload: adding it again changes nothing.
  await page.getByRole('button', { name: 'Add anyway' }).click()
  await expect(page.getByText('Client added successfully!')).toBeVisible()
  const search = { search: lastName, limit: 50 }
  const { body: found } = await backend.api.send('POST', '/clients/search', backend.token, search)
  expect(found.total, 'added once').toBe(1)
})

test('clients that can’t be loaded are tried again on request [T163]', async ({ page, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await openAs(page, await backend.employ('employee'), screenPath('manager', 'clientDetails', 'unknown'))
  await expect(page.getByText('This client could not be found.')).toBeVisible()

  await page.route(`**/api/clients/${client.id}`, (route) => route.abort())
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Could not be loaded: '))
  await page.goto(screenPath('manager', 'clientDetails', client.id))
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  expect((await logged).type()).toBe('error')
  await page.unroute(`**/api/clients/${client.id}`)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('February 29, 1988', { exact: true })).toBeVisible()
  await expect(page.locator('a[href*="client-notes-report"]')).toHaveCount(0)

  await page.route('**/api/clients/search', (route) => route.abort())
  await page.goto(screenPath('manager', 'clients'))
  await expect(page.getByRole('alert')).toContainText('Unable to load clients.')
  await expect(page.getByRole('alert')).toContainText('The server is not responding.')
  await page.unroute('**/api/clients/search')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('columnheader').first()).toHaveText('Name')
})

test('Cancel and, two seconds later, a save open the list [T51]', async ({ page, backend }) => {
  const list = `**${screenPath('manager', 'clients')}`
  const now = Date.now()
  await page.clock.install({ time: now })
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'addClient'))
  await page.getByLabel('First Name').fill('Given up')
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL(list)
  await page.goto(screenPath('manager', 'addClient'))
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await fillInClient(page, { ...hodan, lastName: `Saved-${crypto.randomUUID().slice(0, 8)}` })
  // From here on, only the test advances the clock.
  await page.clock.pauseAt(now + 10 * 60_000)
  await page.getByRole('button', { name: 'Add Client', exact: true }).click()
  await page.mouse.move(5, 5)
  const toast = page.getByText('Client added successfully!')
  await expect(toast).toBeVisible()
  await page.clock.runFor(1_900)
  await expect(page).toHaveURL(screenPath('manager', 'addClient'))
  await page.clock.runFor(200)
  await page.waitForURL(list)
  await page.clock.runFor(5_700)
  await expect(toast).toBeVisible()
  await page.clock.runFor(400)
  await expect(toast).toBeHidden()
})

test('clients without a note this week are found by a filter [T48]', async ({ page, backend }) => {
  const { api, token } = backend
  const family = `Unnoted-${crypto.randomUUID().slice(0, 8)}`
  const add = async (firstName: string, status = 'active') =>
    (await api.send('POST', '/clients', token, { ...hodan, firstName, lastName: family, status })).body.id
  await add('Never')
  await add('Waiting', 'pending')
  const noted = await add('Noted')
  await api.send('POST', `/clients/${noted}/notes`, token, { text: 'Called today.' })
  await openAs(page, await backend.employ('employee'), screenPath('manager', 'clients'))
  await searchList(page, family)

  const names = page.getByRole('rowheader').getByRole('link')
  await expect(names).toHaveText([`Never ${family}`, `Noted ${family}`, `Waiting ${family}`])
  await page.getByLabel('No note this week').check()
  await expect(page.getByRole('status').filter({ hasText: 'without a note' })).toHaveText(
    '1 active client without a note this week',
  )
  await expect(names).toHaveText([`Never ${family}`])
  await expect(page.getByRole('row').last()).toContainText('No note yet')
  const status = page.getByLabel('Status')
  await expect(status).toHaveValue('active')
  await expect(status.getByRole('option', { name: 'Pending' })).toBeDisabled()
  await expectAccessible(page, 'clients without a note')
  await page.waitForURL('**notes=missing-this-week')
  await page.reload()
  await expect(page.getByLabel('No note this week')).toBeChecked()
  await page.getByLabel('Search by name').fill(family)
  await expect(names).toHaveText([`Never ${family}`])
  await page.getByRole('link', { name: 'Notes', exact: true }).click()
  await page.getByLabel('New Weekly Note').fill('Met at the library.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('1 total')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('No clients match')).toBeVisible()
  await page.getByLabel('No note this week').uncheck()
  await expect(names).toHaveCount(3)
  await expect(status).toHaveValue('')
})

test('the form announces that a client may already be on record, and asks before a second record [T665]', async ({
  page,
  backend,
}) => {
  const lastName = `Twice-${crypto.randomUUID().slice(0, 8)}`
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName })
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'addClient'))
  await page.getByLabel('First Name').fill('Hoden')
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByLabel('Date of Birth').fill(hodan.dateOfBirth)
  const notice = page.getByRole('status').filter({ hasText: 'This client may already be on record' })
  await expect(notice).toContainText(`Hodan ${lastName}born February 29, 1988Active`)
  await expectAccessible(page, 'the notice')
  await notice.getByRole('link').click()
  await page.waitForURL(`**${screenPath('manager', 'clientDetails', client.id)}`)
  await page.goBack()
  await expect(page.getByLabel('First Name')).toHaveValue('Hoden')
  await fillInClient(page, { ...hodan, lastName })
  await page.getByRole('button', { name: 'Add Client', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'This person may already be on record' })
  await expect(question).toBeVisible()
  await expectAccessible(page, 'the question', { within: 'dialog' })
  await question.getByRole('button', { name: 'Use this record' }).click()
  await page.waitForURL(`**${screenPath('manager', 'clientDetails', client.id)}`)
  await page.goto(screenPath('manager', 'addClient'))
  await fillInClient(page, { ...hodan, lastName })
  await page.getByRole('button', { name: 'Add Client', exact: true }).click()
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await expect(page.getByText('Client added successfully!')).toBeVisible()
})

test('a super-admin downloads the clients that the list finds [T125]', async ({ page, backend }) => {
  const { api, token } = backend
  const suffix = crypto.randomUUID().slice(0, 8)
  for (const [firstName, status] of [
    ['José', 'active'],
    ['=Ana', 'active'],
    ['Bao', 'pending'],
  ])
    await api.send('POST', '/clients', token, { ...hodan, firstName, lastName: `Csv-${suffix}`, status })
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'clients'))
  await searchList(page, `csv-${suffix}`)
  await page.getByLabel('Status', { exact: true }).selectOption('Active')
  await expect(page.getByText('2 clients found')).toBeVisible()
  const button = page.getByRole('button', { name: 'Download CSV' })

  await page.route('**/api/clients/export', (route) =>
    route.fulfill({ status: 429, json: { code: 'too-many-requests', message: 'Ten times an hour.' } }),
  )
  await button.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The clients could not be downloaded.')
  await expect(page.getByRole('alert')).toContainText('Ten times an hour.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Try again' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('clients.csv')
  const [header, ...rows] = readCsv(readFileSync(await file.path(), 'utf8'))
  expect(header?.[0]).toBe('First Name')
  expect(rows.map(([firstName]) => firstName)).toEqual(["'=Ana", 'José'])
  await expect(page.locator('.toast')).toContainText('The CSV file is in your downloads.')

  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clients'))
  await expect(page.getByRole('link', { name: 'Add Client', exact: true }).last()).toBeVisible()
  await expect(button).toHaveCount(0)
})

test('a screen that stops working is reported once, without anything of the record [T583]', async ({
  page,
  backend,
}) => {
  const lastName = `Crash-${crypto.randomUUID().slice(0, 8)}`
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName })
  // React names the keys of an object that it can't render in the error's message.
  await page.route(`**/api/clients/${client.id}`, (route) =>
    route.fulfill({ json: { ...client, alert: { [lastName]: hodan.firstName } } }),
  )
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/screen-errors')) reports.push(request.postData() ?? '')
  })
  await openAs(page, 'admin@example.org', screenPath('admin', 'clients'))
  const answer = page.waitForResponse('**/api/screen-errors')
  const details = page.getByRole('link', { name: `${hodan.firstName} ${lastName}` })
  for (let opened = 0; opened < 2; opened++) {
    await page.getByLabel('Search by name').fill(lastName)
    await details.click()
    await expect(page.getByRole('heading', { name: 'This screen could not be opened' })).toBeVisible()
    await page.goBack()
  }
  expect((await answer).status()).toBe(204)
  expect(reports).toHaveLength(1)
  const { screen, error, at, ...more } = JSON.parse(reports.join(''))
  expect({ screen, error, more }).toEqual({ screen: 'clientDetails', error: 'Error', more: {} })
  expect(at[0]).toMatch(/^react-[\w-]+\.js:\d+:\d+$/)
  expect(at).toContainEqual(expect.stringMatching(/^client-details-screen-[\w-]+\.js:\d+:\d+$/))
  expect(reports.join('')).not.toMatch(new RegExp(`${lastName}|${client.id}`, 'i'))
})
