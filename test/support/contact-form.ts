import { expect, type Page } from '@playwright/test'
import { publicPaths } from '#contract/paths.ts'
import type { Connection } from '#server/database/connection.ts'

export const amina = {
  name: `Amina "Mina" O'Neil \\`,
  email: 'amina@example.org',
  message: `<b>My lease</b> ends in May. 🙂\n\u202bمريم\u202c & "quotes"`,
}
export const sent = 'Message sent successfully!'
export const failed = 'Failed to send message. Please try again later.'

export const nameOf = (page: Page) => page.getByLabel('Name', { exact: true })
export const emailOf = (page: Page) => page.getByLabel('Email', { exact: true })
export const messageOf = (page: Page) => page.getByLabel('Message', { exact: true })
export const sendOf = (page: Page) => page.getByRole('button', { name: /^Send/ })

export async function fillIn(page: Page, { name, email, message } = amina): Promise<void> {
  await nameOf(page).fill(name)
  await emailOf(page).fill(email)
  await messageOf(page).fill(message)
}

export async function expectKept(page: Page, { name, email, message } = amina): Promise<void> {
  await expect(nameOf(page)).toHaveValue(name)
  await expect(emailOf(page)).toHaveValue(email)
  await expect(messageOf(page)).toHaveValue(message)
}

/** Removes and returns all messages, and resets the rate limits. */
export async function takeMessages(db: Connection) {
  await db.deleteFrom('throttling').execute()
  return await db.deleteFrom('contact_messages').returning(['name', 'email', 'message']).execute()
}

/** Opens the page with its cookies answered. From then on, only the test advances the clock. */
export async function openContactPage(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'essential'))
  const now = new Date('2026-06-15T15:00:00Z')
  await page.clock.install({ time: now })
  await page.goto(publicPaths.contact)
  await page.clock.pauseAt(now.getTime() + 60_000)
}
