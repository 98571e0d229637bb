import type { Page } from '@playwright/test'
import { formPaths, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible, twoLooks } from '#test/support/accessibility.ts'
import { expect, fillInLogin, openAs, searchList, test } from '#test/support/journey.ts'
import { amina, hodan } from '#test/support/people.ts'

/** Colors that are still on their way from one scheme to the other are not judged. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function lookAt(page: Page, path: string, looks?: typeof twoLooks): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page, path, looks && { looks })
}

const { home, about, services, housingTransition, additionalServices, ...others } = publicPaths
const { cookies, privacy, terms, accessibility } = others
const { login, forgotPassword, setPassword } = signInPaths

test('the home page breaks no rule of WCAG 2.2 AA and never scrolls sideways, in every look', async ({
  page,
}) => {
  test.slow(true, 'examines many pages')
  await lookAt(page, home)
})

test('the other kinds of public pages and the sign-in pages break no rule of WCAG 2.2 AA and never scroll sideways', async ({
  page,
}) => {
  test.slow(true, 'examines many pages')
  const { movingAssistance, advocacyService } = formPaths
  const kinds = [about, services, housingTransition, additionalServices, movingAssistance, advocacyService]
  const legal = [cookies, privacy, terms, accessibility]
  for (const path of [...kinds, ...legal, login, forgotPassword, `${setPassword}?token=x`])
    await lookAt(page, path, twoLooks)
})

test('the portal’s screens break no rule of WCAG 2.2 AA and never scroll sideways', async ({
  page,
  staffed,
}) => {
  test.slow(true, 'examines many pages')
  const { api, token } = staffed
  const long = {
    ...hodan,
    firstName: 'Pa Houa Maiv Nkauj Ntxhi',
    lastName: 'Vang-Thao-Xiong-Lee-Her-Moua',
    status: undefined,
  }
  const { body: client } = await api.send('POST', '/clients', token, long)
  await api.send('POST', `/clients/${client.id}/notes`, token, {
    text: 'A long word: '.concat('x'.repeat(300)),
  })
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'profile'))
  await lookAt(page, screenPath('manager', 'clients'))
  await lookAt(page, screenPath('manager', 'clientNotes', client.id), twoLooks)
  for (const path of [
    screenPath('manager', 'dashboard'),
    screenPath('manager', 'addClient'),
    screenPath('manager', 'clientDetails', client.id),
    screenPath('manager', 'profile'),
    screenPath('manager', 'resources'),
  ])
    await lookAt(page, path, twoLooks)
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  await lookAt(page, screenPath('admin', 'dashboard'), twoLooks)
  await lookAt(page, screenPath('admin', 'clients'), twoLooks)
  const employee = { ...amina, ...long, email: `${'long'.repeat(12)}@${'mail'.repeat(12)}.example.org` }
  await api.send('POST', '/employees', token, employee)
  await lookAt(page, screenPath('admin', 'userManagement'), twoLooks)
  await lookAt(page, screenPath('admin', 'addEmployee'), twoLooks)
})

test('the menu of a phone opens above its button and can be closed by its own', async ({ page, staffed }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'dashboard'))
  const open = page.getByRole('button', { name: 'Menu' })
  const place = await open.boundingBox()
  await open.click()
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const last = await links.last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(links.first()).toBeHidden()
  await expect(open).toBeFocused()
})

test('buttons with the same word are told apart by their descriptions', async ({
  page,
  context,
  staffed,
}) => {
  const { api, token } = staffed
  const lastName = `Twin${Date.now()}`
  for (const firstName of ['Ayan', 'Idil']) {
    await api.send('POST', '/clients', token, { ...hodan, firstName, lastName })
    const message = { name: `${firstName} ${lastName}`, email: hodan.email, message: 'Please call.' }
    await api.send('POST', '/contact', undefined, message)
  }
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  const reader = await context.newCDPSession(page)
  for (const [path, word] of [
    [screenPath('admin', 'clients'), 'Edit Info'],
    [screenPath('admin', 'contactMessages'), 'Make client'],
    [screenPath('admin', 'training'), 'Mark as done'],
  ] as const) {
    await page.goto(path)
    await expect.poll(() => page.getByRole('button', { name: word }).count()).toBeGreaterThan(1)
    const { nodes } = await reader.send('Accessibility.getFullAXTree')
    const said = nodes
      .filter(({ ignored, role }) => !ignored && role?.value === 'button')
      .map(({ name, description }) => `${name?.value}, ${description?.value ?? ''}`)
      // The browser's own, in a date field.
      .filter((words) => !words.startsWith('Show date picker'))
    expect(
      said.filter((one, at) => said.indexOf(one) !== at),
      path,
    ).toEqual([])
  }
})

/* While something is open, wrong, empty, on its way or not to be had. */

/** What these states are made of is judged in every look elsewhere. */
const smallAndDark = { looks: [[320, 'dark']] } as const
const wide = { looks: [[1280, 'light']] } as const

/** Each kind of screen once: what waits and what fails on the others is made of the same. */
const screensOf = (clientId: string) => [
  screenPath('admin', 'dashboard'),
  screenPath('admin', 'clientNotes', clientId),
  screenPath('admin', 'clientNotesReport', clientId),
  screenPath('admin', 'userManagement'),
]

test('screens break no rule of WCAG 2.2 AA while they wait for their data, and when loading fails', async ({
  page,
  staffed,
}) => {
  test.slow(true, 'examines many pages')
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const path of screensOf(client.id)) {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      await held
      await route.fulfill({ status: 403, json: { code: 'not-allowed', message: 'You may not do that.' } })
    })
    await page.goto(path)
    await page.getByRole('status').filter({ hasText: '…' }).first().waitFor()
    await expectAccessible(page, `${path}, waiting`, smallAndDark)
    answer()
    await page.getByRole('alert').first().waitFor()
    await expectAccessible(page, `${path}, failing`, smallAndDark)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('open menus, empty lists and unknown records break no rule of WCAG 2.2 AA', async ({
  page,
  staffed,
}) => {
  test.slow(true, 'examines many pages')
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await openAs(page, 'admin@example.org', screenPath('admin', 'clients'))
  await searchList(page, 'nobody at all')
  await page.getByText('No clients match').waitFor()
  await expectAccessible(page, 'no clients', wide)
  await page.getByRole('button', { name: 'Profile' }).click()
  // What it lies over is not to be pressed meanwhile.
  await expectAccessible(page, 'the profile menu', { ...wide, within: '.menu' })
  await page.setViewportSize({ width: 320, height: 800 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Message List' }).waitFor()
  await expectAccessible(page, 'the menu of a phone', smallAndDark)

  for (const [path, words] of [
    [screenPath('admin', 'clientNotes', client.id), 'No notes added yet.'],
    [screenPath('admin', 'clientDetails', client.id), 'No notes for this client.'],
    [screenPath('admin', 'clientNotesReport', client.id), 'No notes for this client.'],
    [screenPath('admin', 'userManagement'), 'No employees match'],
    [screenPath('admin', 'contactMessages'), 'No messages found.'],
    [screenPath('admin', 'clientDetails', crypto.randomUUID()), 'There is no client at this address.'],
    [screenPath('admin', 'clientNotes'), 'Client ID is missing in the route.'],
  ] as const) {
    await page.goto(path)
    if (/^No (employees|messages)/.test(words)) await searchList(page, 'nobody at all')
    await page.getByText(words).first().waitFor()
    await expectAccessible(page, path, smallAndDark)
  }
})

test('forms with mistakes and refusals, and confirmation dialogs, break no rule of WCAG 2.2 AA', async ({
  page,
  staffed,
}) => {
  test.slow(true, 'examines many pages')
  await page.goto(signInPaths.login)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText('Password is required.').waitFor()
  await expectAccessible(page, 'login, nothing filled in', smallAndDark)
  await fillInLogin(page, 'nobody@example.org', 'not this one')
  await page.getByRole('alert').waitFor()
  await expectAccessible(page, 'login, refused', wide)

  const { api, token } = staffed
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Called the landlord.' })
  const manager = await staffed.employ('manager')
  await openAs(page, manager, screenPath('manager', 'addClient'))
  await touchEveryField(page)
  await expectAccessible(page, 'add client, nothing filled in', smallAndDark)
  await page.goto(screenPath('admin', 'clients'))
  await page.getByText('This account has no access to that area.').waitFor()
  await expectAccessible(page, 'no access', smallAndDark)

  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotes', client.id))
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'the question about a note', { ...smallAndDark, within: 'dialog' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Text of the note').fill('Something else.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'the question about an edit', { ...smallAndDark, within: 'dialog' })
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.route('**/api/clients/*/notes', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByLabel('New Weekly Note').fill('A visit.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await page.getByText('Something went wrong. Please try again.').waitFor()
  await expectAccessible(page, 'a note that was not saved', smallAndDark)
})

test('the home page breaks no rule of WCAG 2.2 AA before and after the cookie question is answered', async ({
  page,
}) => {
  await page.goto(publicPaths.home)
  const question = page.getByRole('region', { name: 'Cookies' })
  await question.waitFor()
  await expectAccessible(page, 'the question', smallAndDark)
  await question.getByRole('button', { name: 'Essential only' }).click()
  await page.getByRole('link', { name: 'Help now' }).click()
  await expectAccessible(page, 'answered, at the numbers to call', smallAndDark)
})

async function touchEveryField(page: Page): Promise<void> {
  await page.getByLabel('First Name').focus()
  for (let stops = 0; stops < 14; stops += 1) await page.keyboard.press('Tab')
  await page.getByText('Service is required').waitFor()
}
