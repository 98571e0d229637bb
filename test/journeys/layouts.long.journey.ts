import type { Page } from '@playwright/test'
import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { focusOutOfSight } from '#test/support/focus-in-sight.ts'
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

test('the cookie banner takes one line on a desktop; on a phone, bars take 200 px at most [T604]', async ({
  page,
}) => {
  await page.goto(publicPaths.home)
  const parts = banner(page).locator('p, a, button')
  const middles = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect()))
  const [first = 0, ...others] = middles.map(({ y, height }) => y + height / 2)
  for (const middle of others) expect(Math.abs(middle - first)).toBeLessThan(4)
  const { height: line = 99 } = (await banner(page).locator('p').boundingBox()) ?? {}
  expect(line).toBeLessThan(32)
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of [publicPaths.home, signInPaths.login]) {
    await page.goto(path)
    await banner(page).waitFor()
    const seen = await page
      .locator('.top-strip, .masthead, .masthead-nav, .cookie-banner')
      .evaluateAll((bars) =>
        bars.map((bar) => {
          const { top, bottom } = bar.getBoundingClientRect()
          return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
        }),
      )
    expect(
      seen.reduce((sum, height) => sum + height, 0),
      `${path}: ${seen}`,
    ).toBeLessThanOrEqual(200)
  }
  await banner(page).scrollIntoViewIfNeeded()
  await expect(banner(page).getByRole('button', { name: 'Accept' })).toBeInViewport()
})

test('the cookie banner never covers what has focus', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const path of [publicPaths.home, signInPaths.login]) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
    if (path === signInPaths.login) await page.getByLabel('Email', { exact: true }).waitFor()
    expect(await focusOutOfSight(page), path).toEqual([])
  }
  await expectAccessible(page, 'the banner')
})

test('a printed page has no navigation and no buttons, and dark ink', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const path of [publicPaths.housingTransition, publicPaths.privacy]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    const ink = await page.evaluate(() => getComputedStyle(document.body).color)
    expect(Math.max(...(ink.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number)), ink).toBeLessThan(100)
  }
})

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
