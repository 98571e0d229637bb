import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { type Backend, expect, fillInLogin, openAs, searchList, test } from '#test/support/journey.ts'
import { password } from '#test/support/test-password.ts'
import { appCode } from '#test/support/two-step.ts'

const profile = screenPath('manager', 'profile')
const users = screenPath('admin', 'userManagement')

/** What the phone shows now, or after a time in milliseconds: a code works once, and one step early. */
const phone = (secret: string, later = 0) => appCode(secret, new Date(Date.now() + later))

/** Turns on two-step sign-in by the API. Returns the secret; the code of this moment is used up. */
async function protect({ api }: Backend, email: string): Promise<string> {
  const { token } = (await api.send('POST', '/auth/login', undefined, { email, password })).body
  const { secret } = (await api.send('POST', '/auth/two-step', token)).body
  await api.send('POST', '/auth/two-step/confirm', token, { code: phone(secret) })
  return secret
}

/** Adds a manager whom the list finds by that name among many employees. Returns the email address. */
async function employManager({ db, employ }: Backend, lastName: string): Promise<string> {
  const email = await employ('manager')
  await db.updateTable('employees').set({ last_name: lastName }).where('email', '=', email).execute()
  return email
}

test('a manager sets up two-step sign-in, and signs in with it [T271]', async ({ page, backend }) => {
  const email = await backend.employ('manager')
  await openAs(page, email, profile)
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page, 'setting up')
  const secret = (await page.locator('.two-step-key').innerText()).replaceAll(' ', '')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/This code is wrong or has already been used\./)
  await expect(code).toBeFocused()
  await code.fill(phone(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  const codes = await page.locator('.recovery-codes li').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page, 'recovery codes')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Two-step sign-in is on.' })).toBeFocused()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).first().press('Enter')
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, email)
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page, 'asked for a code')
  await page.keyboard.type('000 000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/Enter the next code that your app shows\./)
  await code.fill(phone(secret, 30_000))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)

  await page.goto(profile)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await fillInLogin(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  const recoveryCode = page.getByLabel('Recovery code')
  await expect(recoveryCode).toBeFocused()
  await expectAccessible(page, 'asked for a recovery code')
  await recoveryCode.fill(codes[3]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
  await page.goto(profile)
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
})

test('turning two-step sign-in off needs password and code', async ({ page, backend }) => {
  const email = await backend.employ('manager')
  const secret = await protect(backend, email)
  const { token } = (
    await backend.api.send('POST', '/auth/login', undefined, { email, password, code: phone(secret, 30_000) })
  ).body
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('token', stored), token)
  await page.goto(profile)
  await page.getByRole('button', { name: 'Turn off' }).click()
  const current = page.getByRole('textbox', { name: 'Password' })
  await current.fill('not my password')
  await page.getByLabel('Code or recovery code').fill('000000')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(current).toHaveAccessibleDescription('This is not your current password.')
  await current.fill(password)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByLabel('Code or recovery code')).toHaveAccessibleDescription(/This code is wrong/)
  await expectAccessible(page, 'turning it off')
  await backend.db.updateTable('employees').set({ two_step_last: 1 }).where('email', '=', email).execute()
  await page.getByLabel('Code or recovery code').fill(phone(secret))
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Two-step sign-in is off.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('the profile lists and ends a person’s sessions [T293]', async ({ page, browser, backend }) => {
  const email = await backend.employ('manager')
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const other = await elsewhere.newPage()
  await openAs(other, email, `${backend.product.url}${profile}`)
  await openAs(page, email, profile)
  const card = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(card.getByText('This browser')).toBeVisible()
  const firefox = card.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })
  await expectAccessible(page, 'two sessions')
  await firefox.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(card.getByText('That browser has been signed out.')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await other.reload()
  await other.waitForURL(`**${signInPaths.login}`)
  await elsewhere.close()
})

test('a super-admin confirms the password and goes on [T296]', async ({ page, backend }) => {
  const email = await backend.employ('super-admin')
  const target = await employManager(backend, 'Leaving')
  await openAs(page, email, users)
  await searchList(page, 'leaving')
  const longAgo = new Date(Date.now() - 16 * 60_000)
  const employee = backend.db.selectFrom('employees').select('id').where('email', '=', email)
  await backend.db
    .updateTable('employees')
    .set({ two_step_at: longAgo, two_step_secret: Buffer.from('x'), two_step_last: 1 })
    .where('email', '=', email)
    .execute()
  await backend.db
    .updateTable('sessions')
    .set({ started_at: longAgo })
    .where('employee_id', 'in', employee)
    .execute()
  const row = page.getByRole('row').filter({ hasText: target })
  await row.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete employee' })
  const confirmation = page.getByRole('dialog', { name: 'Confirm your password' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation).toContainText('Enter it again to delete this employee.')
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toContainText('Confirm your password first. Nothing was changed.')
  await question.getByRole('button', { name: 'Delete' }).click()
  const typed = confirmation.getByLabel('Password', { exact: true })
  await expect(typed).toBeFocused()
  await expectAccessible(page, 'confirming the password', { within: 'dialog:last-of-type' })
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(typed).toHaveAccessibleDescription('This is not your current password.')
  await typed.fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Employee deleted successfully.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a super-admin signs an employee out, and resets two steps', async ({ page, backend }) => {
  const target = await employManager(backend, 'Locked-Out')
  await protect(backend, target)
  await openAs(page, await backend.employ('super-admin'), users)
  await searchList(page, 'locked-out')
  const row = page.getByRole('row').filter({ hasText: target })
  await expect(row.getByText('Two-step sign-in', { exact: true })).toBeVisible()
  const more = row.getByRole('button', { name: 'More' })
  await more.press('Enter')
  await expectAccessible(page, 'the menu of a row', { within: '.data-table, table' })
  await row.getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
  const signOut = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await expect(signOut).toContainText('@example.org')
  await signOut.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('The employee was signed out everywhere.')).toBeVisible()
  await more.click()
  await row.getByRole('button', { name: 'Reset two-step sign-in' }).click()
  const reset = page.getByRole('alertdialog', { name: 'Reset two-step sign-in?' })
  await reset.getByRole('button', { name: 'Reset' }).click()
  await expect(
    page.getByText('Two-step sign-in was reset. The employee gets an email about it.'),
  ).toBeVisible()
  await expect(row.getByText('Two-step sign-in', { exact: true })).toHaveCount(0)
})
