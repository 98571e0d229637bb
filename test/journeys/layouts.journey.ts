import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expect, openAs, test } from '#test/support/journey.ts'

test('an unknown address of the portal redirects to the home page [T17]', async ({ page, backend }) => {
  await openAs(page, await backend.employ('manager'), '/manager/no-such-screen')
  await page.waitForURL(`**${publicPaths.home}`)
})

test('an unreadable token is logged out by the profile [T80]', async ({ page }) => {
  for (const path of [signInPaths.profile, screenPath('manager', 'profile')]) {
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      for (const key of ['token', 'role', 'email']) localStorage.setItem(key, 'not.a.token')
    })
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
