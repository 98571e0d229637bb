import { roles } from '#contract/access/roles.ts'
import { type Area, areaScreens, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expect, fillInLogin, signIn, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

const landings = {
  'super-admin': screenPath('admin', 'dashboard'),
  admin: screenPath('manager', 'dashboard'),
  manager: screenPath('manager', 'dashboard'),
  employee: publicPaths.home,
} as const

for (const role of roles) {
  test(`a ${role} lands on ${landings[role]}`, async ({ page, staffed }) => {
    await signIn(page, await staffed.employ(role))
    await page.waitForURL(`**${landings[role]}`)
  })
}

test('who opens a portal address signed out goes to sign in, and comes back to it', async ({
  page,
  staffed,
}) => {
  const wanted = `${screenPath('manager', 'clients')}?search=vang`
  await page.goto(wanted)
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, await staffed.employ('employee'))
  await page.waitForURL(`**${wanted}`)
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()
})

test('a manager in the admin area is told so, and offered their own area and the way out', async ({
  page,
  staffed,
}) => {
  await signIn(page, await staffed.employ('manager'))
  await page.goto(screenPath('admin', 'clients'))
  await page.waitForURL(`**${signInPaths.unauthorized}`)
  await expect(page.getByText('This account has no access to that area.')).toBeVisible()
  await expect(page.getByText(/manager/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('a wrong password is answered with the specified sentence, and what was typed stays', async ({
  page,
}) => {
  await page.goto(signInPaths.login)
  await fillInLogin(page, 'nobody@example.org', 'not this one')
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nobody@example.org')
})

test('an empty form names what is missing', async ({ page }) => {
  await page.goto(signInPaths.login)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
})

test('the storage holds token, role and email while signed in, and nothing but savedEmail after logging out, in every tab', async ({
  page,
  context,
  staffed,
}) => {
  const email = await staffed.employ('manager')
  await page.goto(signInPaths.login)
  await page.getByLabel('Save username').check()
  await fillInLogin(page, email)
  await page.waitForURL(`**${landings.manager}`)
  const stored = () => page.evaluate(() => Object.keys(localStorage).toSorted())
  expect(await stored()).toEqual(['email', 'role', 'savedEmail', 'token'])
  expect(await page.evaluate(() => [localStorage.getItem('role'), localStorage.getItem('email')])).toEqual([
    'manager',
    email,
  ])

  const otherTab = await context.newPage()
  await otherTab.goto(screenPath('manager', 'clients'))
  await expect(otherTab.getByRole('heading', { name: 'Client Management' })).toBeVisible()

  await page.getByRole('button', { name: /profile/i }).click()
  await expect(page.getByText('Role: manager')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`**${signInPaths.login}`)
  await otherTab.waitForURL(`**${signInPaths.login}`)
  expect(await stored()).toEqual(['savedEmail'])
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
})

test('after logging out the back button shows no client data', async ({ page, staffed }) => {
  await staffed.api.send('POST', '/clients', staffed.token, { ...hodan, lastName: 'Backbutton' })
  await signIn(page, await staffed.employ('manager'))
  await page.goto(`${screenPath('manager', 'clients')}?search=backbutton`)
  await expect(page.getByText('Hodan Backbutton').first()).toBeVisible()
  await page.getByRole('link', { name: 'Add Client', exact: true }).first().click()
  await page.getByRole('button', { name: /profile/i }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`**${signInPaths.login}`)
  await page.goBack()
  await page.waitForURL(`**${signInPaths.login}`)
  await expect(page.getByText('Hodan Backbutton')).toHaveCount(0)
})

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
