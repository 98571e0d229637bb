import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, fillInClient, openAs, reloadWithDraft, test } from '#test/support/journey.ts'
import { dropResponses } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

test('a client whose response was lost is added once, even after a reload', async ({ page, backend }) => {
  const lastName = `Lost-${crypto.randomUUID().slice(0, 8)}`
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'addClient'))
  const submit = page.getByRole('button', { name: 'Add Client', exact: true })
  // The hint about similar clients moves the button.
  const similarRead = page.waitForResponse('**/api/clients/similar')
  await fillInClient(page, { ...hodan, lastName })
  await similarRead
  await dropResponses(page, '**/api/clients')
  await submit.click()
  await expect(page.getByText('Failed to add client.')).toBeVisible()
  await page.unroute('**/api/clients')
  await reloadWithDraft(page)
  await expect(page.getByLabel('Address')).toHaveValue(hodan.address)
  await expect(page.getByText('This client may already be on record')).toBeVisible()
  await expectAccessible(page, 'the notice')
  await submit.click()
  await expectAccessible(page, 'the question', { within: 'dialog' })
  // It is the one that was sent before the reload: adding it again changes nothing.
  await page.getByRole('button', { name: 'Add anyway' }).click()
  await expect(page.getByText('Client added successfully!')).toBeVisible()
  const search = { search: lastName, limit: 50 }
  const { body: found } = await backend.api.send('POST', '/clients/search', backend.token, search)
  expect(found.total).toBe(1)
})

test('a screen that stops working is reported once, without anything of the record [T583]', async ({
  page,
  backend,
}) => {
  const lastName = `Crash-${crypto.randomUUID().slice(0, 8)}`
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName })
  // React names the keys of an object that it can't render in the error's message.
  await page.route(`**/api/clients/${client.id}`, (route) =>
    route.fulfill({ json: { ...client, createdAt: { [lastName]: hodan.firstName } } }),
  )
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/screen-errors')) reports.push(request.postData() ?? '')
  })
  await openAs(page, 'admin@example.org', screenPath('admin', 'clients'))
  const answer = page.waitForResponse('**/api/screen-errors')
  const details = page.getByRole('link', { name: `${hodan.firstName} ${lastName}` })
  await page.getByLabel('Search by name').fill(lastName)
  for (let opened = 0; opened < 2; opened++) {
    await details.click()
    await expect(page.getByRole('heading', { name: 'This screen could not be opened' })).toBeVisible()
    await page.goBack()
  }
  expect((await answer).status()).toBe(204)
  expect(reports).toHaveLength(1)
  const { screen, error, at, ...more } = JSON.parse(reports.join(''))
  expect({ screen, error, more }).toEqual({ screen: 'clientDetails', error: 'Error', more: {} })
  expect(at[0]).toMatch(/^packages-[\w-]+\.js:\d+:\d+$/)
  expect(at).toContainEqual(expect.stringMatching(/^client-record-[\w-]+\.js:\d+:\d+$/))
  expect(reports.join('')).not.toMatch(new RegExp(`${lastName}|${client.id}`, 'i'))
})

test('a screen that can’t load offline loads once online', async ({ page, context, backend }) => {
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'dashboard'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Resources', exact: true }).first().click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Management Resources')
})
