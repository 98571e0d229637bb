import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { type Backend, expect, openAs, reloadWithDraft, searchList, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

const dashboard = screenPath('manager', 'dashboard')

/** A client with a long history, which ended before this week. */
async function addClientWithNotes({ api, token }: Backend): Promise<string> {
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  for (let week = 1; week <= 6; week += 1)
    await api.send('POST', `/clients/${client.id}/notes`, token, {
      text: `Week ${week}: Called the landlord about the repairs. `.repeat(4),
      serviceDate: '2025-01-06',
    })
  return client.id
}

test('an unknown address of the portal redirects to the home page [T17]', async ({ page, backend }) => {
  await openAs(page, await backend.employ('manager'), '/manager/no-such-screen')
  await page.waitForURL(`**${publicPaths.home}`)
})

test('an unreadable token is logged out by the profile [T80]', async ({ page }) => {
  for (const path of [signInPaths.profile, screenPath('manager', 'profile')]) {
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      for (const key of ['token', 'role', 'email']) localStorage.setItem(key, 'not.a.token')
    })
    await page.goto(path)
    await page.waitForURL(`**${signInPaths.login}`)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  }
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

test('a client without a note opens where it is written, with everything it takes in view [T796]', async ({
  page,
  backend,
}) => {
  const id = await addClientWithNotes(backend)
  await openAs(page, await backend.employ('manager'), dashboard)
  const note = page.getByLabel('New Weekly Note')
  const add = page.getByRole('button', { name: 'Add Note' })
  const facts = page.getByText('About the service', { exact: true })
  const date = page.getByLabel('Date of service')
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ]) {
    await page.setViewportSize(viewport)
    await page.locator(`#without-note-${id}`).click()
    await expect(note).toBeFocused()
    await expect(page.getByText('Week 6:')).toBeVisible()
    await expect(note).toBeInViewport({ ratio: 1 })
    await expect(add).toBeInViewport({ ratio: 1 })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  }
  await page.goBack()
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  const button = await add.boundingBox()
  expect((button?.y ?? 0) + (button?.height ?? 0), 'clear of the bar').toBeLessThanOrEqual(bar?.y ?? 0)

  await expect(date).toBeHidden()
  await facts.click()
  await date.fill('2099-01-05')
  await facts.click()
  await expect(date).toBeHidden()
  await note.fill('Called the landlord.')
  await add.click()
  await expect(date, 'with its error').toBeFocused()
  await reloadWithDraft(page)
  await expect(date, 'of a draft').toBeVisible()
})

test('a desktop shows twelve clients, and a phone a client’s birth date with the name [T797]', async ({
  page,
  backend,
}) => {
  for (let count = 1; count <= 14; count += 1)
    await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName: `Twelve-${count}` })
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clients'))
  await searchList(page, 'hodan twelve')
  const names = page.getByRole('rowheader').getByRole('link')
  await expect(names.nth(13)).toBeAttached()
  const bottoms = await page
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => row.getBoundingClientRect().bottom))
  expect(bottoms.filter((bottom) => bottom <= 800).length).toBeGreaterThanOrEqual(12)

  await page.setViewportSize({ width: 375, height: 812 })
  await names.first().click()
  const name = await page.getByRole('heading', { level: 1 }).boundingBox()
  const born = await page.getByText(/^Born February 29, 1988/).boundingBox()
  expect((born?.y ?? 0) - ((name?.y ?? 0) + (name?.height ?? 0))).toBeLessThan(16)
})

test('labels beside each other are on one line, and stay there when a button appears', async ({
  page,
  backend,
}) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const email = await backend.employ('manager')
  const topOf = async (label: string) =>
    (await page.locator('label').getByText(label, { exact: true }).boundingBox())?.y
  await openAs(page, email, screenPath('manager', 'addClient'))
  await expect(page.getByRole('button', { name: 'Use the office’s email' })).toBeVisible()
  expect(await topOf('Email')).toBe(await topOf('Phone'))

  await page.goto(screenPath('manager', 'clientDetails', client.id))
  await page.getByRole('button', { name: 'Add signed document' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption('release')
  const signedOn = dialog.getByLabel('Signed on')
  const before = await signedOn.boundingBox()
  await signedOn.fill('2026-03-05')
  await expect(dialog.getByRole('button', { name: 'One year' })).toBeVisible()
  expect(await signedOn.boundingBox()).toEqual(before)
  expect(await topOf('Expires on')).toBe(await topOf('Signed on'))
})
