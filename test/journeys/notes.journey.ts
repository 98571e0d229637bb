import { screenPath, signInPaths } from '#contract/paths.ts'
import { expect, fillInLogin, signIn, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

const panel = (id: string) => screenPath('manager', 'clientNotes', id)

test('a note keeps its line breaks and emoji, and its markup stays text', async ({ page, staffed }) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await signIn(page, await staffed.employ('employee'))
  await page.goto(panel(client.id))
  await expect(page.getByText("No notes added yet. Start tracking this client's progress.")).toBeVisible()
  await expect(page.getByText('0 total')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add Note' })
  await expect(add).toBeDisabled()
  const input = page.getByLabel('New Weekly Note')
  await input.fill('   ')
  await expect(add).toBeDisabled()
  const text = 'First line\nSecond line 🙂 <b>not bold</b>'
  await input.fill(text)
  await add.click()
  await expect(page.getByText('1 total')).toBeVisible()
  await expect(input).toHaveValue('')
  await expect(page.getByText('<b>not bold</b>')).toHaveText(text, { useInnerText: true })
})

test('a note being written survives a reload, a failed save and an expired session, and is gone once saved', async ({
  page,
  staffed,
}) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  const email = await staffed.employ('manager')
  await signIn(page, email)
  await page.goto(panel(client.id))
  const input = page.getByLabel('New Weekly Note')
  await input.fill('Called the landlord twice.')
  await page.reload()
  await expect(input).toHaveValue('Called the landlord twice.')

  const notes = `**/api/clients/${client.id}/notes`
  await page.route(notes, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: 'x', code: 'busy' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect(input).toHaveValue('Called the landlord twice.')
  await page.unroute(notes)

  const token = await page.evaluate(() => localStorage.getItem('token'))
  await staffed.api.send('POST', '/auth/logout', token ?? '')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, email)
  await page.waitForURL(`**${panel(client.id)}`)
  await expect(input).toHaveValue('Called the landlord twice.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('1 total')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 total')).toBeVisible()
  await expect(input).toHaveValue('')
})

test('a draft is shown to nobody else', async ({ page, staffed }) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  const [first, second] = [await staffed.employ('manager'), await staffed.employ('manager')]
  await signIn(page, first)
  await page.goto(panel(client.id))
  await page.getByLabel('New Weekly Note').fill('For my eyes only.')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await staffed.api.send('POST', '/auth/logout', token ?? '')
  await page.reload()
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, second)
  await page.waitForURL(`**${panel(client.id)}`)
  await expect(page.getByLabel('New Weekly Note')).toHaveValue('')
})

test('without an id the panel says so; with an unknown one, too', async ({ page, staffed }) => {
  await signIn(page, await staffed.employ('manager'))
  await page.goto(screenPath('manager', 'clientNotes'))
  await expect(page.getByText('Client ID is missing in the route.')).toBeVisible()
})

test('when notes can’t be loaded the panel says so and tries again on request', async ({ page, staffed }) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await staffed.api.send('POST', `/clients/${client.id}/notes`, staffed.token, { text: 'Still here.' })
  await signIn(page, await staffed.employ('manager'))
  const notes = `**/api/clients/${client.id}/notes`
  await page.route(notes, (route) => route.abort())
  await page.goto(panel(client.id))
  await expect(page.getByText('Unable to load notes. Please try again later.')).toBeVisible()
  await page.unroute(notes)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Still here.')).toBeVisible()
})
