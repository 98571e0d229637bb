import { type Area, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

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
    'Message List': 'Contact messages',
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

for (const [area, role] of [
  ['admin', 'super-admin'],
  ['manager', 'manager'],
] as const) {
  test(`the ${area} layout has exactly the specified links [T43]`, async ({ page, backend }) => {
    const email = await backend.employ(role)
    await openAs(page, email, screenPath(area, 'dashboard'))
    const links = page.getByRole('navigation').first().getByRole('link')
    await expect(links).toHaveText(Object.keys(layouts[area]))
    const masthead = page.getByRole('banner')
    await expect(masthead).toContainText('Stable Housing Relocation')
    await expect(masthead).toContainText(areaTitles[area])
    await page.getByRole('button', { name: 'Profile', exact: true }).click()
    await expect(page.getByText(`Role: ${role}`, { exact: true })).toBeVisible()
    await expect(masthead.getByText('Super Admin', { exact: true })).toBeVisible()
    await expect(masthead.getByText(email, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    for (const [label, title] of Object.entries(layouts[area])) {
      await page.getByRole('link', { name: label, exact: true }).first().click()
      await expect(page.getByRole('link', { name: label, exact: true }).first()).toHaveAttribute(
        'aria-current',
        'page',
      )
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
    // The screens about one client belong to the list of clients.
    const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
    await page.goto(screenPath(area, 'editClient', client.id))
    await expect(links.and(page.locator('[aria-current]'))).toHaveText('Clients')
  })
}

test('an unknown address of the portal redirects to the home page [T17]', async ({ page, backend }) => {
  await openAs(page, await backend.employ('manager'), '/manager/no-such-screen')
  await page.waitForURL(`**${publicPaths.home}`)
})

test('an unreadable token is logged out by the profile [T80]', async ({ page, backend }) => {
  for (const path of [signInPaths.profile, screenPath('manager', 'profile')]) {
    // Not in the portal, whose own calls would be refused and lead to the login first.
    await openAs(page, await backend.employ('manager'), '/robots.txt')
    await page.evaluate(() => localStorage.setItem('token', 'not.a.token'))
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

test('My Account links to /profile and opens it without a page load [T44]', async ({ page, backend }) => {
  const email = await backend.employ('manager')
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
  await expect(page.getByRole('definition')).toHaveText(['Super Admin', email, 'manager'])
  await expect(page.getByRole('main').getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('the bar of a phone has four links, the unread count and More', async ({
  page,
  backend: { api, token },
}) => {
  const message = { name: 'Rosa', email: 'rosa@example.org', message: 'Please call me.' }
  await api.send('POST', '/contact', undefined, message)
  const { count: unread } = (await api.send('GET', '/contact/unread', token)).body
  await page.setViewportSize({ width: 375, height: 700 })
  await openAs(page, 'admin@example.org', screenPath('admin', 'clients'))
  const bar = page.locator('.masthead-bar')
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Clients', 'Add Client', 'Message List'])
  await expect(bar.locator('[aria-current="page"]')).toHaveText('Clients')
  await expect(bar.getByText(`${unread}`, { exact: true })).toBeInViewport({ ratio: 1 })

  const more = page.getByRole('banner').getByRole('button', { name: 'More', exact: true })
  const others = page.locator('.masthead-nav').getByRole('link')
  await more.click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(others.first()).toBeHidden()
  await expect(more).toBeFocused()
  await more.click()
  await expect(others).toHaveCount(5)
  await others.first().click()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused()

  const letThrough = await holdRequests(page, /add-employee-screen/)
  await more.click()
  await others.filter({ hasText: 'Add Employee' }).click()
  await more.click()
  letThrough()
  await expect(page.getByLabel('First Name')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'the menu was opened again').not.toBeFocused()
})
