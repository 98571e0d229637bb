import { publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expect, openAs, test } from '#test/support/journey.ts'

test('a manager who opens the admin area is offered the same screen in their own [T25]', async ({
  page,
  backend,
}) => {
  await openAs(page, await backend.employ('manager'), `${screenPath('admin', 'clients')}?status=pending`)
  await page.waitForURL(`**${signInPaths.unauthorized}`)
  await page.getByRole('link', { name: 'Open this page in your area' }).click()
  await page.waitForURL(`**${screenPath('manager', 'clients')}?status=pending`)
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()
})

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
