import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
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
    const name =
      viewport.width < 480
        ? page.getByRole('paragraph').filter({ hasText: /^About .*, born / })
        : page.getByRole('heading', { level: 1 })
    await expect(name).toBeInViewport({ ratio: 1 })
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

test('a warning that is loaded last leaves the note in view on a phone [T1343]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const id = await addClientWithNotes(backend)
  const { body: client } = await api.send('GET', `/clients/${id}`, token)
  const alert = 'Do not leave voicemail: a former partner listens to the messages. '.repeat(4)
  await api.send('PUT', `/clients/${id}`, token, { ...client, alert, safeAtHome: true })
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, await backend.employ('manager'), dashboard)
  const noteInHistory = page.getByText('Week 6:')
  await page.route(`**/api/clients/${id}`, async (route) => {
    await noteInHistory.waitFor()
    await route.continue()
  })
  await page.locator(`#without-note-${id}`).click()
  await expect(page.getByText('Do not leave voicemail')).toBeVisible()
  await expect(page.getByLabel('New Weekly Note')).toBeFocused()
  await expect(page.getByLabel('New Weekly Note')).toBeInViewport({ ratio: 1 })
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  const bottom = async () => {
    const button = await page.getByRole('button', { name: 'Add Note' }).boundingBox()
    return (button?.y ?? 0) + (button?.height ?? 0)
  }
  await expect.poll(bottom, 'clear of the bar').toBeLessThanOrEqual(bar?.y ?? 0)
})

/** How much wider each select of the form would have to be to show its longest choice. */
const cutOff = (page: Page) =>
  page.locator('.note-form-facts select:visible').evaluateAll((selects) =>
    selects.map((select) => {
      const whole = select.cloneNode(true) as HTMLSelectElement
      whole.style.cssText = 'position: absolute; width: max-content'
      select.after(whole)
      const missing = whole.offsetWidth - (select as HTMLSelectElement).offsetWidth
      whole.remove()
      return Math.max(0, missing)
    }),
  )

test('the facts of a note are readable at every width, and an error moves no label beside it [T1183]', async ({
  page,
  backend: { api, token, employ },
}) => {
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Called.', place: 'Library' })
  await openAs(page, await employ('super-admin'), screenPath('admin', 'clientNotes', client.id))
  const facts = page.locator('.new-note').getByRole('group', { name: 'About the service' })
  const labels = () =>
    facts.locator('label').evaluateAll((all) => all.map((label) => (label as HTMLElement).offsetLeft))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('New Weekly Note').fill('Toured two apartments.')
  for (const width of [1920, 1280, 1024, 768, 375, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await cutOff(page), `at ${width} px`).toEqual([0, 0, 0, 0])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width)

    const top = async (label: string) =>
      (await facts.locator('label').getByText(label, { exact: true }).boundingBox())?.y
    await facts.getByLabel('From', { exact: true }).fill('14:00')
    await facts.getByLabel('To', { exact: true }).fill('14:45')
    await expect(facts.getByText('45 minutes')).toBeVisible()
    const before = await labels()
    await facts.getByLabel('To', { exact: true }).fill('13:00')
    await page.getByRole('button', { name: 'Add Note' }).click()
    const error = facts.getByText('The end must be after the start')
    await expect(error).toBeVisible()
    expect(await top('To'), `at ${width} px`).toBe(await top('From'))
    expect((await labels()).slice(0, 3), `at ${width} px`).toEqual(before.slice(0, 3))
    const [own, fields] = [
      await error.boundingBox(),
      await facts.getByLabel('To', { exact: true }).boundingBox(),
    ]
    expect(own?.y, 'below the times').toBeGreaterThan((fields?.y ?? 0) + (fields?.height ?? 0))
  }
  await expectAccessible(page, 'a note with an error')
})

test('at 1280 × 800 a note is added without scrolling, below an alert too, beside a history down to the end [T1184]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const id = await addClientWithNotes(backend)
  const { body: client } = await api.send('GET', `/clients/${id}`, token)
  await openAs(page, await backend.employ('manager'), screenPath('manager', 'clientNotes', id))
  const history = page.getByRole('region', { name: 'Notes, newest first' })
  const bottom = async () => {
    const box = await history.boundingBox()
    return { top: box?.y ?? 0, end: (box?.y ?? 0) + (box?.height ?? 0) }
  }
  for (const alert of [null, 'Do not leave voicemail: a former partner listens to the messages.']) {
    const { version } = (await api.send('GET', `/clients/${id}`, token)).body
    await api.send('PUT', `/clients/${id}`, token, { ...client, alert, version })
    await page.reload()
    if (alert) await expect(page.getByText(alert)).toBeVisible()
    for (const height of [800, 1080]) {
      await page.setViewportSize({ width: 1280, height })
      await expect(page.getByText('Week 6:')).toBeVisible()
      await expect(page.getByLabel('New Weekly Note')).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Add Note' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Show all' })).toBeInViewport({ ratio: 1 })
      const { top, end } = await bottom()
      const form = await page.getByLabel('New Weekly Note').boundingBox()
      expect(form?.x, 'beside it').toBeGreaterThan(400)
      expect(end - top, `of ${height} px`).toBeGreaterThan(0.85 * (height - top))
    }
  }
})

test('what is left of an authorization is said beside the service, and the note is still added without scrolling [T1266]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const id = await addClientWithNotes(backend)
  await api.send('POST', `/clients/${id}/authorizations`, token, {
    payer: 'Hennepin County',
    number: '4711-2026-0815',
    service: 'housingSupportSupplement',
    startsOn: '2020-01-01',
    endsOn: '2099-06-30',
    minutes: 1600,
  })
  const facts = page.getByRole('group', { name: 'About the service' })
  const service = facts.getByLabel('Service', { exact: true })
  const left = facts.getByText(
    'Authorization 4711-2026-0815: 1,600 of 1,600 minutes left, through Jun 30, 2099',
  )
  const text = page.getByLabel('New Weekly Note')
  const add = page.getByRole('button', { name: 'Add Note' })
  // A phone folds the facts.
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, await backend.employ('employee'), dashboard)
  await page.locator(`#without-note-${id}`).click()
  await expect(text).toBeFocused()
  for (const part of [text, add]) await expect(part).toBeInViewport({ ratio: 1 })
  await page.getByText('About the service', { exact: true }).click()
  await service.selectOption('Housing Support Supplement')
  await expect(left).toBeVisible()
  await service.selectOption('')

  await api.send('PUT', `/clients/${id}`, token, {
    ...hodan,
    alert: 'Do not leave voicemail: a former partner listens to the messages.',
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(page.getByText('Week 6:')).toBeVisible()
  await service.selectOption('Housing Support Supplement')
  for (const part of [left, text, add]) await expect(part).toBeInViewport({ ratio: 1 })
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
  // Until the details are shown, the heading is the list's.
  const born = await page.getByText(/^Born February 29, 1988/).boundingBox()
  const name = await page.getByRole('heading', { level: 1 }).boundingBox()
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
  await expect(dialog.getByLabel('Purpose')).toBeVisible()
  await signedOn.click({ trial: true }) // Waits until the dialog has stopped moving.
  const before = await signedOn.boundingBox()
  await signedOn.fill('2026-03-05')
  await expect(dialog.getByRole('button', { name: 'One year' })).toBeVisible()
  expect(await signedOn.boundingBox()).toEqual(before)
  expect(await topOf('Expires on')).toBe(await topOf('Signed on'))
})
