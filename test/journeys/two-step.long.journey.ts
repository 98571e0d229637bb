import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, fillInLogin, openAs, test } from '#test/support/journey.ts'
import { appCode } from '#test/support/two-step.ts'

const profile = screenPath('manager', 'profile')

/** What the phone shows now, or after a time in milliseconds: a code works once, and one step early. */
const phone = (secret: string, later = 0) => appCode(secret, new Date(Date.now() + later))

test('a manager sets up two-step sign-in, and signs in with it [T271]', async ({ page, backend }) => {
  const email = await backend.employ('manager')
  await openAs(page, email, profile)
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page, 'setting up')
  const secret = (await page.locator('.two-step-key').innerText()).replaceAll(' ', '')
  await code.fill(phone(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  const codes = await page.locator('.recovery-codes li').allInnerTexts()
  await expectAccessible(page, 'recovery codes')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).first().press('Enter')
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, email)
  await expect(code).toBeFocused()
  await expectAccessible(page, 'asked for a code')
  await code.fill(phone(secret, 30_000))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)

  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await fillInLogin(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  const recoveryCode = page.getByLabel('Recovery code')
  await expectAccessible(page, 'asked for a recovery code')
  await recoveryCode.fill(codes[3]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
})
