import '#ui/foundation.css'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Area, screenPath, signInPaths } from '#contract/paths.ts'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'

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

const texts = (elements: Element[]) => elements.map(({ textContent }) => textContent)

test.each([
  ['admin', 'super-admin', 'Admin Panel'],
  ['manager', 'manager', 'Manager Portal'],
] as const)('the %s layout has exactly the specified links [T43]', async (area, role, areaTitle) => {
  const meta = Object.assign(document.createElement('meta'), {
    name: 'organization',
    content: 'Stable Homes',
  })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  const { screen, router } = await openArea({ role, address: screenPath(area, 'dashboard') })
  const links = screen.getByRole('navigation').first().getByRole('link')
  await expect.poll(() => texts(links.elements())).toEqual(Object.keys(layouts[area]))
  const masthead = screen.getByRole('banner')
  await expect.element(masthead).toMatchTextContent(new RegExp(`^Stable Homes ?${areaTitle}`))
  await masthead.getByRole('button', { name: 'Profile' }).click()
  await expect.element(masthead.getByText(`Role: ${role}`, { exact: true })).toBeVisible()
  await expect.element(masthead.getByText('Mia Berg', { exact: true })).toBeVisible()
  await expect.element(masthead.getByText('m@example.org', { exact: true })).toBeVisible()
  for (const [label, title] of Object.entries(layouts[area])) {
    const link = links.filter({ hasText: new RegExp(`^${label}$`) })
    await link.click()
    await expect.element(link).toHaveAttribute('aria-current', 'page')
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title)
  }
  // The screens about one client belong to the list of clients.
  await router.navigate(screenPath(area, 'editClient', 'c1'))
  const current = () => links.elements().filter((link) => link.hasAttribute('aria-current'))
  await expect.poll(() => texts(current())).toEqual(['Clients'])
})

test('My Account links to /profile and opens it without a page load [T44]', async () => {
  const { screen, router } = await openArea({ role: 'manager', address: screenPath('manager', 'dashboard') })
  const masthead = screen.getByRole('banner').element()
  await screen.getByRole('button', { name: 'Profile' }).click()
  const account = screen.getByRole('link', { name: 'My Account' })
  await expect.element(account).toHaveAttribute('href', signInPaths.profile)
  await account.click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Profile' })).toHaveFocus()
  expect(router.state.location.pathname).toBe(screenPath('manager', 'profile'))
  expect(screen.getByRole('banner').element()).toBe(masthead)
  expect(texts(screen.getByRole('definition').elements())).toEqual(['Mia Berg', 'm@example.org', 'manager'])
  await expect.element(screen.getByRole('main').getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('the bar of a phone has four links, the unread count and More', async () => {
  await page.viewport(375, 700)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await openArea({
    role: 'super-admin',
    address: screenPath('admin', 'clients'),
    answers: { 'GET /contact/unread': () => Response.json({ count: 3 }) },
  })
  const bar = screen.getByRole('navigation', { name: 'Main' })
  const labels = ['Dashboard', 'Clients', 'Add Client', 'Message List']
  await expect.poll(() => texts(bar.getByRole('link').elements())).toEqual(labels)
  await expect
    .element(bar.getByRole('link', { name: 'Clients', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  await expect.element(bar.getByText('3', { exact: true })).toBeInViewport({ ratio: 1 })
  const messages = bar.getByRole('link', { name: 'Message List' })
  await expect.element(messages).toHaveAccessibleDescription('3 unread')

  const more = screen.getByRole('button', { name: 'More' })
  const others = screen.getByRole('navigation', { name: 'More' }).getByRole('link')
  await more.click()
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => others.elements()).toHaveLength(0)
  await expect.element(more).toHaveFocus()
  await more.click()
  await expect.poll(() => others.elements()).toHaveLength(5)
  await others.first().click()
  await expect.element(screen.getByRole('heading', { name: 'User Management' })).toHaveFocus()
  expect(others.elements()).toHaveLength(0)
})

test('the address of a record that was merged leads to the client that has it now [T1503]', async () => {
  const merged = { code: 'merged', message: 'This record was merged.', mergedInto: exampleClient.id }
  const { screen, router } = await openArea({
    role: 'manager',
    address: screenPath('manager', 'clientPapers', 'old'),
    answers: {
      'GET /clients/old': () => Response.json(merged, { status: 404 }),
      [`GET /clients/${exampleClient.id}`]: () => Response.json(exampleClient),
    },
  })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Hodan Warsame' })).toBeVisible()
  expect(router.state.location.pathname).toBe(screenPath('manager', 'clientPapers', exampleClient.id))
  await expect.element(screen.getByText('The record was merged into the one shown now.')).toBeVisible()
})
