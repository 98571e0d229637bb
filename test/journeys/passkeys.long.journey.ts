import type { Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, fillInLogin, openAs, test } from '#test/support/journey.ts'
import { password } from '#test/support/test-password.ts'
import { virtualAuthenticator } from '#test/support/virtual-authenticator.ts'

const profile = screenPath('manager', 'profile')
const dashboard = screenPath('manager', 'dashboard')
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.waitForURL(`**${signInPaths.login}`)
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.keyboard.press('Enter')
}

test('a manager adds a passkey, signs in and confirms with it, and loses it [T1581]', async ({
  page,
  backend,
}) => {
  const email = await backend.employ('manager')
  const authenticator = await virtualAuthenticator(page)
  await openAs(page, email, profile)
  await addPasskey(page, 'Work laptop')
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  const codes = await page.locator('.recovery-codes li').allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await expect(card(page)).toContainText('Work laptop')
  await expect(page.getByText('On, because you have a passkey.')).toBeVisible()
  await expectAccessible(page, 'a passkey on the profile')

  // The same device has no second one.
  await addPasskey(page, 'Again')
  await expect(page.getByRole('alert')).toContainText('This device already has a passkey for your account.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused()

  await logOut(page)
  await expectAccessible(page, 'the login with another way')
  await signInButton(page).press('Enter')
  await page.waitForURL(`**${dashboard}`)

  // After the password, it is the second step.
  await page.goto(profile)
  await logOut(page)
  await fillInLogin(page, email)
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await signInButton(page).click()
  await page.waitForURL(`**${dashboard}`)

  // Confirming, by a device that at first refuses, and by the password.
  await page.goto(profile)
  const { db } = backend
  const age = () =>
    db
      .updateTable('sessions')
      .set({ started_at: new Date(Date.now() - 16 * 60_000), confirmed_at: null })
      .where(({ eb, selectFrom }) =>
        eb('employee_id', 'in', selectFrom('employees').select('id').where('email', '=', email)),
      )
      .execute()
  await age()
  await page.getByRole('button', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename passkey' })
  await rename.getByLabel('Name').fill('Old laptop')
  await authenticator.verifies(false)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  const usePasskey = question.getByRole('button', { name: 'Use a passkey' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page, 'confirming with a passkey', { within: 'dialog[open]' })
  await usePasskey.click()
  await expect(question.getByRole('alert')).toContainText('No passkey was used.')
  await authenticator.verifies(true)
  await usePasskey.click()
  await expect(card(page)).toContainText('Old laptop')
  await age()
  await card(page).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByLabel('Code or recovery code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The passkey has been removed.')).toBeVisible()
  await expect(card(page)).not.toContainText('Old laptop')

  // The device goes on offering it; the password alone is enough again, and the codes are gone.
  await logOut(page)
  await signInButton(page).click()
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.')
  await fillInLogin(page, email)
  await page.waitForURL(`**${dashboard}`)
  expect(codes).toHaveLength(10)
})

test('a canceled question for a passkey leaves the form and the address as they were [T1582]', async ({
  page,
}) => {
  const authenticator = await virtualAuthenticator(page)
  await page.goto(signInPaths.login)
  await page.getByLabel('Email', { exact: true }).fill('someone@example.org')
  await authenticator.verifies(false)
  await signInButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Login failed')
  await expect(page.getByRole('alert')).toContainText('No passkey was used.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('someone@example.org')
  expect(new URL(page.url()).search).toBe('')
})
