import type { Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, fillInLogin, openAs, test } from '#test/support/journey.ts'
import { linkMailedTo } from '#test/support/mailed-link.ts'

const profile = screenPath('manager', 'profile')
const chosenByLink = 'quiet lakes in october'

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

test('a forgotten password is reset by email [T42]', async ({ page, context, backend }) => {
  const [forgetful, colleague] = [await backend.employ('manager'), await backend.employ('manager')]
  await page.goto(signInPaths.login)
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  const email = page.getByLabel('Email', { exact: true })
  const send = page.getByRole('button', { name: 'Send Reset Link' })
  // The login screen has an Email field, too.
  await expect(send).toBeVisible()
  await email.fill(forgetful)
  await send.click()
  const sent = 'If an account exists, a password reset link has been sent to your email.'
  await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible()
  await expectAccessible(page, 'a link was sent')

  await openAs(page, colleague, profile)
  const colleaguesTab = await context.newPage()
  await colleaguesTab.goto(profile)
  await expect(colleaguesTab.getByRole('main').getByText(colleague)).toBeVisible()
  // A tab behind another one draws, and so can be clicked, only once a second.
  await page.bringToFront()
  await page.goto(await linkMailedTo(forgetful, backend.instance))
  await expect(page.getByText(`This browser is signed in as ${colleague}.`)).toBeVisible()
  await expectAccessible(page, 'setting a password')
  await setPassword(page, chosenByLink)
  await colleaguesTab.waitForURL(`**${signInPaths.login}`)
  await page.waitForURL(`**${signInPaths.login}`)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await fillInLogin(page, forgetful, chosenByLink)
  await page.waitForURL(`**${screenPath('manager', 'dashboard')}`)
  await page.goto(signInPaths.profile)
  await page.waitForURL(`**${profile}`)
  await expect(page.getByRole('main').getByText(forgetful)).toBeVisible()
})
