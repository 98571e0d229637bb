import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { test as base, expect, fillInLogin } from '#test/support/journey.ts'
import { appCode } from '#test/support/two-step.ts'

const test = base.extend({
  // The super-admin's session is limited, too.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructuring
  keepSessionAlive: async ({}, use) => use(undefined),
})
test.use({ settings: { TWO_STEP: 'admins' }, viewport: { width: 375, height: 700 }, hasTouch: true })

test('an admin cannot skip the required setup [T280]', async ({ page, backend }) => {
  const email = await backend.employ('admin')
  const clients = screenPath('manager', 'clients')
  await page.goto(clients)
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, email)
  await page.waitForURL(`**${signInPaths.twoStep}`)
  await expect(page.getByText('Your role requires two-step sign-in.')).toBeVisible()

  // As for someone who signed in more than 15 minutes ago.
  await page.route('**/api/auth/two-step', async (route) => {
    if (route.request().method() === 'GET') return await route.continue()
    await route.fulfill({ status: 403, json: { code: 'confirm-password', message: 'Confirm it.' } })
  })
  await page.reload()
  await page.waitForURL(`**${signInPaths.login}`)
  await expect(page.getByText('Your session has ended. Sign in to continue.')).toBeVisible()
  await page.unroute('**/api/auth/two-step')
  await fillInLogin(page, email)
  await page.waitForURL(`**${signInPaths.twoStep}`)

  await page.goto(clients)
  await page.waitForURL(`**${signInPaths.twoStep}`)
  await expectAccessible(page, 'the required setup')
  const key = (await page.locator('.two-step-key').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key, new Date()))
  await page.getByRole('button', { name: 'Turn on' }).tap()
  await page.getByRole('button', { name: 'I have saved them' }).tap()
  await page.waitForURL(`**${clients}`)
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()

  const manager = await backend.employ('manager')
  await page.evaluate(() => localStorage.clear())
  await page.goto(signInPaths.login)
  await fillInLogin(page, manager)
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
  await page.goto(signInPaths.twoStep)
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
})
