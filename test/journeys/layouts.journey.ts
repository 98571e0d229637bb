import { type Area, areaScreens, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expect, signIn, test } from '#test/support/journey.ts'

const layouts = {
  admin: [
    'Dashboard',
    'Clients',
    'Add Client',
    'Manage Users',
    'Add Employee',
    'Admin Link',
    'Administrative Training',
    'Employee Training',
    'Message List',
  ],
  manager: ['Dashboard', 'Clients', 'Add Client', 'Resources', 'Training'],
} as const satisfies Record<Area, readonly string[]>

for (const [area, role] of [
  ['admin', 'super-admin'],
  ['manager', 'manager'],
] as const) {
  test(`the ${area} layout has exactly the specified links, and each leads to a screen of its own`, async ({
    page,
    staffed,
  }) => {
    await signIn(page, await staffed.employ(role))
    const links = page.getByRole('navigation').first().getByRole('link')
    await expect(links).toHaveText([...layouts[area]])
    for (const label of layouts[area]) {
      await page.getByRole('link', { name: label, exact: true }).first().click()
      await expect(page.getByRole('link', { name: label, exact: true }).first()).toHaveAttribute(
        'aria-current',
        'page',
      )
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })

  test(`every address of the ${area} area resolves to a screen`, async ({ page, staffed }) => {
    await signIn(page, await staffed.employ(role))
    for (const screen of Object.keys(areaScreens[area]) as (keyof (typeof areaScreens)[typeof area])[]) {
      const path = screenPath(area, screen, '00000000-0000-4000-8000-000000000000')
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(new URL(page.url()).pathname, screen).toBe(path)
    }
  })
}

test('an unknown address, of the site or of the portal, goes home', async ({ page, staffed }) => {
  await page.goto('/no/such/page')
  await page.waitForURL(`**${publicPaths.home}`)
  await signIn(page, await staffed.employ('manager'))
  await page.goto('/manager/no-such-screen')
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
  await expect(page.getByText('Ask the person who runs this server for a new link.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to login' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await password.fill('short')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(failed).toBeHidden()
  await expect(page.getByText('Passwords must match and meet length requirements.')).toBeVisible()
})

for (const path of [signInPaths.profile, screenPath('manager', 'profile')]) {
  test(`a token that can’t be read is logged out at ${path}`, async ({ page, staffed }) => {
    await signIn(page, await staffed.employ('manager'))
    await page.evaluate(() => localStorage.setItem('token', 'not.a.token'))
    await page.goto(path)
    await page.waitForURL(`**${signInPaths.login}`)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })
}

test('My Account leads to /profile, and inside the portal without loading the page anew', async ({
  page,
  staffed,
}) => {
  await signIn(page, await staffed.employ('manager'))
  const masthead = page.locator('header.masthead')
  await masthead.evaluate((element) => element.setAttribute('data-same', ''))
  await page.getByRole('button', { name: /profile/i }).click()
  const account = page.getByRole('link', { name: 'My Account' })
  await expect(account).toHaveAttribute('href', signInPaths.profile)
  await account.click()
  await page.waitForURL(`**${screenPath('manager', 'profile')}`)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused()
  await expect(masthead).toHaveAttribute('data-same')
})

test('on a phone a link of the menu leads focus to the screen, and an opened menu keeps it', async ({
  page,
  staffed,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await signIn(page, await staffed.employ('manager'))
  await page.getByText(/^Total Clients: /).waitFor()
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeFocused()

  let letThrough = () => {}
  const waiting = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/add-client-screen/, async (route) => {
    await waiting
    await route.continue()
  })
  await menu.click()
  await page.getByRole('link', { name: 'Add Client', exact: true }).first().click()
  await menu.click()
  letThrough()
  await expect(page.getByLabel('First Name')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()
})
