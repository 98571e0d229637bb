import { type Area, areaScreens, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { holdBack } from '#test/support/held-back.ts'
import { expect, openAs, searchList, test } from '#test/support/journey.ts'
import { amina, hodan } from '#test/support/people.ts'

/** Each link, and the title of the screen that it leads to. */
const layouts = {
  admin: {
    Dashboard: 'Dashboard',
    Clients: 'Client Management',
    'Add Client': 'Add New Client',
    'Manage Users': 'User Management',
    'Add Employee': 'Add New Employee',
    'Admin Link': 'Management Resources',
    'Administrative Training': 'Administrative Training',
    'Employee Training': 'Employee Training',
    'Message List': 'Contact Messages',
  },
  manager: {
    Dashboard: 'Dashboard',
    Clients: 'Client Management',
    'Add Client': 'Add New Client',
    Resources: 'Management Resources',
    Training: 'Employee Training',
  },
} as const satisfies Record<Area, Record<string, string>>

const areaTitles = { admin: 'Admin Panel', manager: 'Manager Portal' } as const satisfies Record<Area, string>

/** Of screens that no link of the layout leads to. */
const otherTitles: Record<string, string> = {
  editClient: 'Edit Client',
  clientNotes: 'Weekly Client Notes',
  clientNotesReport: 'Client Notes Report',
  profile: 'Profile',
  auditTrail: 'Audit Trail',
}

for (const [area, role] of [
  ['admin', 'super-admin'],
  ['manager', 'manager'],
] as const) {
  test(`the ${area} layout has exactly the specified links, and each leads to a screen of its own`, async ({
    page,
    staffed,
  }) => {
    await openAs(page, await staffed.employ(role), screenPath(area, 'dashboard'))
    const links = page.getByRole('navigation').first().getByRole('link')
    await expect(links).toHaveText(Object.keys(layouts[area]))
    const masthead = page.getByRole('banner')
    await expect(masthead).toContainText('Stable Housing Relocation')
    await expect(masthead).toContainText(areaTitles[area])
    await page.getByRole('button', { name: 'Profile', exact: true }).click()
    await expect(page.getByText(`Role: ${role}`, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    for (const [label, title] of Object.entries(layouts[area])) {
      await page.getByRole('link', { name: label, exact: true }).first().click()
      await expect(page.getByRole('link', { name: label, exact: true }).first()).toHaveAttribute(
        'aria-current',
        'page',
      )
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
  })

  test(`every address of the ${area} area resolves to a screen, and all titles begin at one place`, async ({
    page,
    staffed,
  }) => {
    test.slow(true, 'opens many pages')
    await openAs(page, await staffed.employ(role), screenPath(area, 'dashboard'))
    await page.setViewportSize({ width: 1920, height: 800 })
    const edge = (await page.locator('.masthead .name-mark').boundingBox())?.x
    expect(edge).toBeGreaterThan(0)
    const heights = new Set<number | undefined>()
    for (const screen of Object.keys(areaScreens[area]) as (keyof (typeof areaScreens)[typeof area])[]) {
      const path = screenPath(area, screen, '00000000-0000-4000-8000-000000000000')
      await page.goto(path)
      const title = page.getByRole('heading', { level: 1 })
      await expect(title).toHaveText(otherTitles[screen] ?? /./)
      expect(new URL(page.url()).pathname, screen).toBe(path)
      const arrived = page.locator('.screen:not([aria-busy])').getByRole('heading', { level: 1 })
      await expect.poll(async () => (await arrived.boundingBox())?.x, screen).toBe(edge)
      // Below a way back it stands lower.
      if ((await page.locator('.page-heading-back').count()) === 0)
        heights.add((await arrived.boundingBox())?.y)
    }
    expect(heights.size).toBe(1)
  })
}

test('the links are one row above the page, the count of messages and the mark of the current one within it', async ({
  page,
  staffed,
}) => {
  const message = { name: 'Rosa Lindqvist', email: 'rosa@example.org', message: 'Please call me.' }
  await staffed.api.send('POST', '/contact', undefined, message)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'dashboard'))
  const count = page.locator('.masthead-count')
  await expect(count).toBeVisible()
  // The widest that is shown.
  await count.locator('[aria-hidden]').evaluate((number) => (number.textContent = '99+'))
  const rows = await page
    .locator('.masthead-link')
    .evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().y)).size)
  expect(rows).toBe(1)
  const content = await page.locator('.page-heading').boundingBox()
  const box = await count.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((content?.x ?? 0) + (content?.width ?? 0))
  const mark = await page.locator('.masthead-link[aria-current="page"]').evaluate((link) => {
    const { left } = link.getBoundingClientRect()
    return left + Number.parseFloat(getComputedStyle(link).paddingInlineStart)
  })
  expect(mark).toBeCloseTo(content?.x ?? 0, 0)
})

test('on a phone the way back to a whole list begins where the search does, and no label of a filter is broken', async ({
  page,
  staffed,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'dashboard'))
  for (const screen of ['clients', 'userManagement', 'contactMessages', 'auditTrail'] as const) {
    await page.goto(screenPath('admin', screen))
    const search = await page.getByRole('searchbox').first().boundingBox()
    const sign = page.getByRole('button', { name: 'Clear Filters' }).first().locator('.icon')
    expect(Math.abs(((await sign.boundingBox())?.x ?? 0) - (search?.x ?? 0)), screen).toBeLessThan(1)
  }
  await page.goto(screenPath('admin', 'clients'))
  const silent = page.getByText('No note this week', { exact: true })
  await silent.waitFor()
  const lines = await silent.evaluate((label) => {
    const words = document.createRange()
    words.selectNodeContents(label)
    return words.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('the rows of a list come where their place was held', async ({ page, staffed }) => {
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'dashboard'))
  // Nobody: what others have added may be too wide for its columns, which is said above the rows.
  await page.route('**/api/employees/search', (route) => route.fulfill({ json: [] }))
  for (const [address, calls] of [
    [screenPath('admin', 'clients'), '**/api/clients/search'],
    [screenPath('admin', 'userManagement'), '**/api/employees/search'],
    [screenPath('admin', 'auditTrail'), '**/api/audit/search'],
  ] as const) {
    const letThrough = await holdBack(page, calls)
    await page.goto(address)
    const coming = await page.locator('.skeleton-rows').boundingBox()
    letThrough()
    const there = await page.locator('.data-table-frame, .empty-state').first().boundingBox()
    expect(Math.abs((there?.y ?? 0) - (coming?.y ?? 0)), address).toBeLessThan(2)
    await page.unroute(calls)
  }
})

test('what waits stands where it will be, and nothing that only some may do leaves a gap', async ({
  page,
  staffed,
}) => {
  const name = { firstName: 'Skeleton', lastName: `Wartezeit-${crypto.randomUUID().slice(0, 8)}` }
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, { ...hodan, ...name })
  const manager = await staffed.employ('manager')
  await openAs(page, manager, screenPath('manager', 'dashboard'))
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const showList = await holdBack(page, '**/api/**')
    await page.goto(screenPath('manager', 'clients'))
    const waiting = await page.locator('.skeleton-rows .skeleton-line').first().boundingBox()
    showList()
    const row = page.locator(width < 704 ? 'tbody tr' : '.data-table-frame').first()
    await row.waitFor()
    const there = await row.boundingBox()
    expect(waiting?.x).toBe(there?.x)
    expect(Math.abs((waiting?.y ?? 0) - (there?.y ?? 0)), `at ${width}`).toBeLessThan(1)

    const showNotes = await holdBack(page, '**/api/**')
    await page.goto(screenPath('manager', 'clientNotes', client.id))
    const timeline = page.locator('.note-timeline, .empty-state')
    const before = await timeline.boundingBox()
    showNotes()
    await page.getByText('No notes added yet.').waitFor()
    await page.getByRole('button', { name: 'Change status' }).waitFor()
    const after = await timeline.boundingBox()
    expect(Math.abs((before?.y ?? 0) - (after?.y ?? 0)), `at ${width}`).toBeLessThan(3)
    const about = await page.locator('.notes-about').boundingBox()
    expect((after?.y ?? 0) - ((about?.y ?? 0) + (about?.height ?? 0))).toBeCloseTo(24, 0)
  }
})

test('an unknown address, of the site or of the portal, goes home', async ({ page, staffed }) => {
  await page.goto('/no/such/page')
  await page.waitForURL(`**${publicPaths.home}`)
  await openAs(page, await staffed.employ('manager'), '/manager/no-such-screen')
  await page.waitForURL(`**${publicPaths.home}`)
})

test('a used link says so and shows the way out; the sentence goes with the next attempt', async ({
  page,
}) => {
  await page.goto(`${signInPaths.setPassword}?token=used-long-ago`)
  const password = page.getByLabel('New Password', { exact: true })
  await expect(password).toHaveAttribute('aria-required', 'true')
  await password.fill('four words in a row')
  await page.getByLabel('Confirm Password', { exact: true }).fill('four words in a row')
  await page.getByRole('button', { name: 'Set Password' }).click()
  const failed = page.getByText('Failed to set password. Your token may have expired.')
  await expect(failed).toBeVisible()
  await expect(page.getByText('Ask for a new link: by Forgot Password, or from a super admin.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to login' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await password.fill('short')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(failed).toBeHidden()
  await expect(page.getByText('Passwords must match and meet length requirements.')).toBeVisible()
})

for (const path of [signInPaths.profile, screenPath('manager', 'profile')]) {
  test(`a token that can’t be read is logged out at ${path}`, async ({ page, staffed }) => {
    // No screen of the portal: its own calls would be refused, and leave for the login before the address is opened.
    await openAs(page, await staffed.employ('manager'), '/robots.txt')
    await page.evaluate(() => localStorage.setItem('token', 'not.a.token'))
    await page.goto(path)
    await page.waitForURL(`**${signInPaths.login}`)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })
}

test('a screen that could not come without a network says so, and comes with one', async ({
  page,
  context,
  staffed,
}) => {
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'dashboard'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Resources', exact: true }).first().click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Management Resources')
})

test('My Account leads to /profile, and inside the portal without loading the page anew', async ({
  page,
  staffed,
}) => {
  const email = await staffed.employ('manager')
  await openAs(page, email, screenPath('manager', 'dashboard'))
  const masthead = page.locator('header.masthead')
  await masthead.evaluate((element) => element.setAttribute('data-same', ''))
  await page.getByRole('button', { name: /profile/i }).click()
  const account = page.getByRole('link', { name: 'My Account' })
  await expect(account).toHaveAttribute('href', signInPaths.profile)
  await account.click()
  await page.waitForURL(`**${screenPath('manager', 'profile')}`)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused()
  await expect(masthead).toHaveAttribute('data-same')
  await expect(page.getByRole('definition')).toHaveText([email, 'manager'])
  await expect(page.getByRole('main').getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('on a phone a link of the menu leads focus to the screen, and an opened menu keeps it', async ({
  page,
  staffed,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'dashboard'))
  await page.getByText(/^Total Clients: /).waitFor()
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeFocused()

  const letThrough = await holdBack(page, /add-client-screen/)
  await menu.click()
  await page.getByRole('link', { name: 'Add Client', exact: true }).first().click()
  await menu.click()
  letThrough()
  await expect(page.getByLabel('First Name')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()
})

test('a dashboard’s pie has the room that its table spares, and stands above it where that is too little', async ({
  page,
  staffed,
}) => {
  await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'dashboard'))
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    if (!box) throw new Error(`${selector} is not there`)
    return box
  }
  const [pieBox, tableBox] = ['.status-pie', '.status-breakdown .data-table']
  await page.locator(pieBox).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  const pie = await boxOf(pieBox)
  const table = await boxOf(tableBox)
  expect(table.x).toBeGreaterThan(pie.x + pie.width)
  expect(pie.width).toBeGreaterThan(1.4 * table.width)
  await page.setViewportSize({ width: 1000, height: 800 })
  const above = await boxOf(pieBox)
  expect((await boxOf(tableBox)).y).toBeGreaterThan(above.y + above.height)
})

test('each button of the profile has its words on one line on the narrowest phone, too', async ({
  page,
  staffed,
}) => {
  await page.setViewportSize({ width: 320, height: 812 })
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'profile'))
  for (const name of ['Logout', 'Change password', 'Sign out everywhere else']) {
    const box = await page.getByRole('main').getByRole('button', { name, exact: true }).boundingBox()
    expect(box?.height, name).toBeLessThan(50)
  }
})

test('a name that runs from right to left begins where what is below it does', async ({ page, staffed }) => {
  const lastName = 'بنت عبد الرحمن الأندلسي'
  const email = 'fatima.alzahra@example.org'
  const newcomer = { ...amina, firstName: 'فاطمة الزهراء', lastName, email }
  await staffed.api.send('POST', '/employees', staffed.token, newcomer)
  await staffed.api.send('POST', '/contact', undefined, { name: lastName, email, message: 'Hello' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'dashboard'))
  for (const [screen, name] of [
    ['userManagement', '.employee-name'],
    ['contactMessages', '.message-name'],
  ] as const) {
    await page.goto(screenPath('admin', screen))
    await searchList(page, lastName)
    await expect(page.locator(name).first()).toHaveCSS('text-align', 'left')
  }
})

test('on paper the portal’s lists are words: no boxes around roles, no titles of slides, no address broken in its name', async ({
  page,
  staffed,
}) => {
  const sender = {
    name: 'Alphonso',
    email: 'alphonsokamara73@mail.example',
    message: 'I need a home by May.',
  }
  await staffed.api.send('POST', '/contact', undefined, sender)
  await staffed.api.send('POST', '/clients', staffed.token, hodan)
  // As wide as a sheet between its margins.
  await page.setViewportSize({ width: 690, height: 900 })
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'userManagement'))
  await page.emulateMedia({ media: 'print' })
  const role = page.getByRole('row').getByRole('combobox').first()
  await expect(role).toHaveCSS('border-top-width', '0px')
  await page.goto(screenPath('admin', 'training'))
  await expect(page.getByRole('heading', { name: 'Key responsibilities' })).toBeVisible()
  await expect(page.locator('.deck-card').first()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(screenPath('admin', 'contactMessages'))
  await searchList(page, sender.email)
  await page.emulateMedia({ media: 'print' })
  const address = page.locator('.message-email').first()
  await expect(address).toBeVisible()
  const lines = await address.evaluate(
    (link) => new Set([...link.getClientRects()].map(({ top }) => top)).size,
  )
  expect(lines).toBeLessThan(3)
  await page.goto(screenPath('admin', 'dashboard'))
  await expect(page.locator('.status-breakdown')).toHaveCSS('break-inside', 'avoid')
})

test('printed, a list says that it is confidential and of which day it is, and on the screen it does not', async ({
  page,
  staffed,
}) => {
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'dashboard'))
  const line = page.getByText(
    /^Confidential\. For authorized staff only\. Printed [A-Z][a-z]{2} \d+, \d{4}\.$/,
  )
  const lists = [
    'dashboard',
    'clients',
    'userManagement',
    'contactMessages',
    'auditTrail',
    'training',
  ] as const
  for (const screen of lists) {
    await page.goto(screenPath('admin', screen))
    await expect(line).toBeAttached()
    await expect(line).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(line, screen).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  }
})

test('nothing moves when what was waited for is there: counts, the heading of a client, of a training', async ({
  page,
  staffed,
}) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0
  await page.setViewportSize({ width: 375, height: 667 })

  const releaseCounts = await holdBack(page, '**/api/clients/summary*')
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'dashboard'))
  await expect(page.locator('.dashboard-side .skeleton-text')).toBeVisible()
  const before = await topOf('.clients-without-note')
  releaseCounts()
  await expect(page.getByText('Total Clients:')).toBeVisible()
  expect(Math.abs((await topOf('.clients-without-note')) - before)).toBeLessThan(8)

  const releaseScreen = await holdBack(page, '**/client-details-screen-*.js')
  await page.goto(screenPath('manager', 'clientDetails', client.id))
  await expect(page.getByRole('heading', { level: 1, name: 'Client Details' })).toBeVisible()
  const title = await topOf('h1')
  releaseScreen()
  await expect(page.getByRole('heading', { level: 1, name: hodan.lastName })).toBeVisible()
  expect(await topOf('h1')).toBeCloseTo(title, 0)

  const releaseTraining = await holdBack(page, '**/api/training/admin')
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'training'))
  await expect(page.locator('.skeleton-box')).toBeVisible()
  const content = await topOf('.skeleton-box')
  releaseTraining()
  await expect(page.getByRole('heading', { name: 'Key responsibilities' })).toBeVisible()
  expect(await topOf('.training')).toBeCloseTo(content, 0)
})

test('while a client or a report is on its way, its buttons hold their place above it', async ({
  page,
  staffed,
}) => {
  // Beside its status, the name has room in one line.
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, {
    ...hodan,
    lastName: 'Li',
  })
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  const main = page.getByRole('main')
  const cases = [
    ['clientDetails', 'Change status', '.client-details-waiting .skeleton', '.client-details .card'],
    ['clientNotesReport', 'Download PDF', '.report-waiting .skeleton-line:last-child', '.report-area'],
  ] as const
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [screen, name, waiting, loaded] of cases) {
      const letThrough = await holdBack(page, `**/api/clients/${client.id}`)
      await page.goto(screenPath('admin', screen, client.id))
      const button = main.getByRole('button', { name })
      await expect(button).toBeDisabled()
      const before = await page.locator(waiting).boundingBox()
      letThrough()
      await expect(button).toBeEnabled()
      const after = await page.locator(loaded).first().boundingBox()
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), `${screen} at ${width}`).toBeLessThan(2)
      await page.unroute(`**/api/clients/${client.id}`)
    }
  }
})

test('a menu that is open as a tablet is turned becomes the row of links in its place', async ({
  page,
  staffed,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'dashboard'))
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const sheet = page.locator('.masthead-nav')
  await expect.poll(() => sheet.evaluate((nav) => nav.matches(':popover-open'))).toBe(true)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(() => sheet.evaluate((nav) => nav.matches(':popover-open'))).toBe(false)
  const top = await page.locator('.masthead-top').boundingBox()
  const row = await page.getByRole('link', { name: 'Clients', exact: true }).first().boundingBox()
  expect(row?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0))
})
