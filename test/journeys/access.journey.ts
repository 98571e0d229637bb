import { roles } from '#contract/access/roles.ts'
import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expect, fillInLogin, searchList, signIn, test } from '#test/support/journey.ts'
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
    if (role !== 'employee') return
    await page.getByRole('link', { name: 'Staff portal' }).click()
    await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)

    // Whose sign-in has ended is a visitor like others.
    await page.goto('/robots.txt')
    await page.evaluate(() => localStorage.setItem('token', `x.${btoa(JSON.stringify({ exp: 1 }))}.x`))
    await page.goto(publicPaths.home)
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
    await expect(page.getByRole('link', { name: 'Staff portal' })).toHaveCount(0)
  })
}

test('who opens a portal address signed out goes to sign in, and comes back to it', async ({
  page,
  staffed,
}) => {
  const wanted = `${screenPath('manager', 'clients')}?status=pending`
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
  await page.goto(screenPath('admin', 'userManagement'))
  await page.waitForURL(`**${signInPaths.unauthorized}`)
  await expect(page.getByText('This account has no access to that area.')).toBeVisible()
  await expect(page.getByText('Role: manager')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open it in your own area' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to your own area' }).click()
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
})

test('a link that somebody sent from the other area leads to the same in one’s own', async ({
  page,
  staffed,
}) => {
  await signIn(page, await staffed.employ('manager'))
  await page.goto(`${screenPath('admin', 'clients')}?status=pending`)
  await page.waitForURL(`**${signInPaths.unauthorized}`)
  await page.getByRole('link', { name: 'Open it in your own area' }).click()
  await page.waitForURL(`**${screenPath('manager', 'clients')}?status=pending`)
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()
})

test('the login page says what it is, shows the password when asked, and tells of a server that is away', async ({
  page,
}) => {
  await page.goto(signInPaths.login)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stable Housing Relocation')
  await expect(page.getByText('Admin / Employee Login')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  )
  const secret = page.getByLabel('Password', { exact: true })
  await expect(secret).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(secret).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(secret).toHaveAttribute('type', 'password')

  const { promise: waiting, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await waiting
    await route.abort()
  })
  await fillInLogin(page, 'amina@example.org', 'four words in a row')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  letGo()
  await expect(page.getByRole('alert')).toHaveText(/^Login failed\s*The server does not answer\./)
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
})

test('a saved user name is there again, and goes when the form is sent without the tick', async ({
  page,
}) => {
  await page.goto(signInPaths.login)
  await page.evaluate(() => localStorage.setItem('savedEmail', 'amina@example.org'))
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('amina@example.org')
  await expect(page.getByLabel('Save username')).toBeChecked()
  await page.getByLabel('Save username').uncheck()
  const saved = () => page.evaluate(() => localStorage.getItem('savedEmail'))
  expect(await saved(), 'before it is sent').toBe('amina@example.org')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  expect(await saved()).toBeNull()
})

test('a wrong password is answered with the specified sentence, and what was typed stays', async ({
  page,
}) => {
  await page.goto(signInPaths.login)
  await fillInLogin(page, 'nobody@example.org', 'not this one')
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nobody@example.org')
})

test('a device whose clock is ahead of a whole session is told so, and signs in once that is put right', async ({
  page,
  staffed,
}) => {
  await page.clock.setSystemTime(Date.now() + 13 * 60 * 60 * 1000)
  await page.goto(signInPaths.login)
  await fillInLogin(page, await staffed.employ('manager'))
  await expect(page.getByRole('alert')).toHaveText(/^Login failed.*The clock of this device is far ahead\./)
  expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('token')
  await page.clock.setSystemTime(Date.now())
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(`**${landings.manager}`)
})

test('whoever goes on guessing is told to wait, and what was typed stays', async ({ page }) => {
  await page.goto(signInPaths.login)
  const told: (string | null)[] = []
  // The wait doubles with each guess, so that even a slow machine comes too early at last.
  for (let count = 0; count < 12 && !told.at(-1)?.includes('Too many attempts.'); count += 1) {
    const answered = page.waitForResponse('**/api/auth/login')
    await fillInLogin(page, 'guessed@example.org', 'not the password')
    await answered
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
    told.push(await page.getByRole('alert').textContent())
  }
  expect(told.at(-1)).toMatch(
    /^Too many attempts\. Please wait a moment and try again\.\s*You can try again in \d+ seconds?\.$/,
  )
  expect(told.length).toBeGreaterThan(5)
  expect(told.slice(0, 5)).toEqual(Array(5).fill('Invalid email or password.'))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('guessed@example.org')
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
  await page.goto(screenPath('manager', 'clients'))
  await searchList(page, 'backbutton')
  await expect(page.getByText('Hodan Backbutton').first()).toBeVisible()
  await page.getByRole('link', { name: 'Add Client', exact: true }).first().click()
  await page.getByRole('button', { name: /profile/i }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`**${signInPaths.login}`)
  await page.goBack()
  await page.waitForURL(`**${signInPaths.login}`)
  await expect(page.getByText('Hodan Backbutton')).toHaveCount(0)
})
