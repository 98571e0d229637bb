import type { Page } from '@playwright/test'
import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expect, openAs, searchList, test } from '#test/support/journey.ts'
import { amina, hodan } from '#test/support/people.ts'

/* Site and portal for people who zoom, choose their own colors or ask for less motion. */

const { home, services, housingSustaining, contact, accessibility } = publicPaths
const sitePages = [home, services, housingSustaining, contact, accessibility, signInPaths.login]

/** Each kind of screen once. */
const screensOf = (clientId: string) => [
  screenPath('admin', 'dashboard'),
  screenPath('admin', 'clients'),
  screenPath('admin', 'clientNotes', clientId),
  screenPath('admin', 'addClient'),
  screenPath('admin', 'clientNotesReport', clientId),
  screenPath('admin', 'contactMessages'),
]

test.describe('at 400 %, which leaves a window of 1280 by 1024 the room of 320 by 256', () => {
  test.use({ viewport: { width: 320, height: 256 }, contextOptions: { reducedMotion: 'reduce' } })

  test('the website scrolls one way, and nothing lies over what has focus', async ({ page }) => {
    test.slow(true, 'opens many pages')
    for (const path of sitePages) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expectOneWay(page, path)
      await expectFocusInSight(page, path)
    }
  })

  test('the portal scrolls one way, tables in their frame, and nothing lies over what has focus', async ({
    page,
    staffed,
  }) => {
    test.slow(true, 'opens many pages')
    const { api, token } = staffed
    const { body: client } = await api.send('POST', '/clients', token, hodan)
    await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Called the landlord.' })
    await api.send('POST', '/clients', token, { ...hodan, lastName: 'Warsame '.repeat(10) })
    await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
    for (const path of screensOf(client.id)) {
      await openScreen(page, path)
      await expectOneWay(page, path)
      await expectFocusInSight(page, path)
    }
    await openScreen(page, screenPath('admin', 'clients'))
    await searchList(page, 'warsame warsame')
    const longest = page.getByRole('row', { name: 'Warsame Warsame' })
    const name = await longest.getByRole('rowheader').boundingBox()
    const status = await longest.locator('.badge').boundingBox()
    // Beside the first of the name's lines.
    expect((status?.y ?? 0) - (name?.y ?? 0)).toBeLessThan(16)
    await page.getByRole('button', { name: 'Edit Info' }).first().click()
    await page.getByRole('dialog').getByLabel('First Name').waitFor()
    await expectOneWay(page, 'the dialog')
    await expectFocusInSight(page, 'the dialog')
  })
})

test('in a browser whose letters are twice as large the portal scrolls one way on a phone', async ({
  playwright,
  launchOptions,
  baseURL,
  staffed,
}) => {
  test.slow(true, 'opens many pages')
  const { api, token } = staffed
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await api.send('POST', '/contact', undefined, {
    name: 'Amina',
    email: 'amina@example.org',
    message: 'My lease ends.',
  })
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage({ baseURL, viewport: { width: 375, height: 667 } })
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  const more = (['profile', 'userManagement', 'auditTrail', 'training'] as const).map((name) =>
    screenPath('admin', name),
  )
  for (const path of [...screensOf(client.id), ...more]) {
    await openScreen(page, path)
    await expectOneWay(page, path)
    await expectWholeDates(page, path)
  }
  const newcomer = { ...amina, firstName: 'Fardowsa', email: 'fardowsa.abdirahman@example.org' }
  await api.send('POST', '/employees', token, newcomer)
  await openScreen(page, screenPath('admin', 'userManagement'))
  await searchList(page, 'fardowsa')
  await expect(page.getByText('No password yet')).toBeVisible()
  const frame = page.locator('.data-table-frame')
  expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await browser.close()
})

test('in a browser whose letters are twice as large a phone shows all of what became of a message', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage({ baseURL, viewport: { width: 360, height: 640 } })
  await page.goto(contact)
  await page.getByRole('button', { name: 'Essential only' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Amina')
  await page.getByLabel('Email', { exact: true }).fill('amina@example.org')
  await page.getByLabel('Message', { exact: true }).fill('My lease ends in May.')
  await page.route('**/api/contact', (route) => route.abort())
  await page.getByRole('button', { name: 'Send message' }).click()
  const toast = page.locator('.toast', { hasText: 'Failed to send message.' })
  await expect(toast).toBeInViewport({ ratio: 1 })
  const { words, bar } = await toast.evaluate((element) => ({
    words: element.querySelector('p')?.clientWidth ?? 0,
    bar: element.clientWidth,
  }))
  expect(words).toBeGreaterThan(bar * 0.8)
  await browser.close()
})

test('in forced colors every control of site and portal keeps its edge, and the current place its mark', async ({
  page,
  staffed,
}) => {
  test.slow(true, 'opens many pages')
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of [home, contact]) {
    await page.goto(path)
    await expectEdges(page, path)
  }
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  for (const path of screensOf(client.id)) {
    await openScreen(page, path)
    await expectEdges(page, path)
    await expectWithin(page, path)
    await expectPale(page, path)
  }
  const current = page.locator('.masthead-link[aria-current="page"]')
  await openScreen(page, screenPath('admin', 'clients'))
  expect(await current.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('underline')
})

test('in forced colors a wrong field has the edge of the words, which every theme keeps apart from the ground', async ({
  page,
}) => {
  await page.goto(signInPaths.login)
  await page.getByRole('button', { name: 'Login' }).click()
  const wrong = page.locator('.field-control[aria-invalid="true"]')
  await expect(wrong).toHaveCount(2)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    const words = await page.evaluate(() => getComputedStyle(document.documentElement).color)
    for (const field of await wrong.all()) await expect(field, colorScheme).toHaveCSS('border-color', words)
  }
})

test('whoever asked for less motion sees none, on the website and in the portal', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of [home, housingSustaining]) {
    await page.goto(path)
    expect(await motionOf(page), path).toEqual([])
  }
  await page.getByRole('link', { name: 'Get the form' }).click()
  await expect(page.getByRole('heading', { name: 'The form for this service' })).toBeInViewport()
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  await page.route('**/api/clients/search', () => {})
  await page.goto(screenPath('admin', 'clients'))
  await page.getByText('Loading clients…').waitFor({ state: 'attached' })
  // What only appears has soon done so.
  await expect.poll(() => motionOf(page), 'a list on its way').toEqual([])
})

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0)
}

/** WCAG 1.4.10: up and down only; a table may go sideways in its frame, which the keyboard reaches. */
async function expectOneWay(page: Page, place: string): Promise<void> {
  const sideways = await page.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)),
    )
    return wide
      .filter((element) => !(element.querySelector('table') && element.tabIndex === 0))
      .filter((element) => !element.matches('input, textarea'))
      .map((element) => element.outerHTML.slice(0, 200))
  })
  expect(sideways, place).toEqual([])
}

/** A field for a day has room for ten characters, and beside them for the sign of its calendar. */
async function expectWholeDates(page: Page, place: string): Promise<void> {
  const rooms = await page.locator('input[type="date"]').evaluateAll((all) =>
    all.map((field) => {
      const { paddingLeft, paddingRight, fontSize } = getComputedStyle(field)
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return room / Number.parseFloat(fontSize)
    }),
  )
  for (const room of rooms) expect(room, place).toBeGreaterThan(7.25)
}

/** WCAG 2.4.11, 2.4.7: from the first stop to the last, what has focus is on the screen, and nothing covers all of it. */
async function expectFocusInSight(page: Page, place: string): Promise<void> {
  const hidden: string[] = []
  const first = await nextStop(page)
  for (let stop = first, stops = 0; stop && stops < 80; stops += 1) {
    if (!stop.inSight) hidden.push(stop.name)
    stop = await nextStop(page)
    if (stop?.id === first?.id) break
  }
  expect(hidden, place).toEqual([])
}

async function nextStop(page: Page) {
  await page.keyboard.press('Tab')
  return await page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return null
    focused.dataset.stop ??= `${document.querySelectorAll('[data-stop]').length}`
    const points = [...focused.getClientRects()].flatMap(({ left, right, top, bottom }) => {
      const [from, to] = [Math.max(top, 0) + 1, Math.min(bottom, innerHeight) - 1]
      const across = [left + 2, (left + right) / 2, right - 2]
      return across.flatMap((x) => [from, (from + to) / 2, to].map((y) => [x, y] as const))
    })
    const inSight = points.some(([x, y]) => {
      const seen = document.elementFromPoint(x, y)
      return seen !== null && (focused.contains(seen) || seen.contains(focused))
    })
    const name = `${focused.getAttribute('aria-label') ?? focused.textContent} (${focused.tagName})`
    return { id: focused.dataset.stop, name: name.slice(0, 80), inSight }
  })
}

async function expectEdges(page: Page, place: string): Promise<void> {
  const bare = await page.locator('.button, .field-control, .menu-trigger, .help-now').evaluateAll((all) => {
    const ground = getComputedStyle(document.documentElement).backgroundColor
    const hasEdge = (style: CSSStyleDeclaration) =>
      style.borderBlockEndStyle !== 'none' &&
      Number.parseFloat(style.borderBlockEndWidth) > 0 &&
      style.borderBlockEndColor !== ground
    return all
      .filter((one) => one.checkVisibility() && !hasEdge(getComputedStyle(one)))
      .map(({ outerHTML }) => outerHTML)
  })
  expect(bare, place).toEqual([])
}

/** An edge that is seen stands where the words above and below begin, or end. */
async function expectWithin(page: Page, place: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 320, height: 700 })
  const left = (await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0
  for (const control of await page.locator('.menu-trigger:visible, .button:visible').all()) {
    const box = await control.boundingBox()
    expect(box?.x, place).toBeGreaterThanOrEqual(left)
    expect((box?.x ?? 0) + (box?.width ?? 0), place).toBeLessThanOrEqual(320 - left)
  }
  await page.setViewportSize({ width, height })
}

/** What can't be pressed has the system's color for it. */
async function expectPale(page: Page, place: string): Promise<void> {
  const wrong = await page.locator('.button:is(:disabled, [aria-disabled="true"])').evaluateAll((all) => {
    const sample = document.body.appendChild(document.createElement('span'))
    sample.style.color = 'GrayText'
    const { color } = getComputedStyle(sample)
    const others = all.filter((one) => one.checkVisibility() && getComputedStyle(one).color !== color)
    sample.remove()
    return others.map(({ outerHTML }) => outerHTML)
  })
  expect(wrong, place).toEqual([])
}

/** What moves, or would when something happens: a fade of colors is motion to nobody. */
function motionOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'transition')),
    ...(getComputedStyle(document.documentElement).scrollBehavior === 'smooth' ? ['smooth scrolling'] : []),
  ])
}
