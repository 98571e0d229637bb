import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expect, fillInLogin, searchList, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

test('the website links an employee to the portal while signed in [T26]', async ({ page, backend }) => {
  await page.goto(signInPaths.login)
  await fillInLogin(page, await backend.employ('employee'))
  await page.waitForURL(`**${publicPaths.home}`)
  await page.getByRole('link', { name: 'Staff portal' }).click()
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)

  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('token', `x.${btoa(JSON.stringify({ exp: 1 }))}.x`))
  await page.goto(publicPaths.home)
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await expect(page.getByRole('link', { name: 'Staff portal' })).toHaveCount(0)
})

test('a portal address leads to sign-in and back [T175]', async ({ page, backend }) => {
  const deepLink = `${screenPath('manager', 'clients')}?status=pending`
  await page.goto(deepLink)
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, await backend.employ('employee'))
  await page.waitForURL(`**${deepLink}`)
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()
})

test('logging out clears every tab, and Back shows no client [T28]', async ({ page, context, backend }) => {
  await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName: 'Backbutton' })
  const email = await backend.employ('manager')
  await page.goto(signInPaths.login)
  await page.getByLabel('Save username').check()
  await fillInLogin(page, email)
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
  const stored = () => page.evaluate(() => Object.keys(localStorage).toSorted())
  expect(await stored()).toEqual(['activeAt', 'email', 'role', 'savedEmail', 'token'])
  expect(await page.evaluate(() => `${localStorage.role} ${localStorage.email}`)).toBe(`manager ${email}`)

  const otherTab = await context.newPage()
  await otherTab.goto(screenPath('manager', 'clients'))
  await expect(otherTab.getByRole('heading', { name: 'Client Management' })).toBeVisible()
  await page.bringToFront()

  await page.goto(screenPath('manager', 'clients'))
  await searchList(page, 'backbutton')
  await expect(page.getByText('Hodan Backbutton').first()).toBeVisible()
  await page.getByRole('link', { name: 'Add Client', exact: true }).first().click()
  await page.getByRole('button', { name: /profile/i }).click()
  await expect(page.getByText('Role: manager')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`**${signInPaths.login}`)
  await otherTab.waitForURL(`**${signInPaths.login}`)
  expect(await stored()).toEqual(['savedEmail'])
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  await page.goBack()
  await page.waitForURL(`**${signInPaths.login}`)
  await expect(page.getByText('Hodan Backbutton')).toHaveCount(0)
})
