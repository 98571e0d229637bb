import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { type Backend, expect, openAs } from './journey.ts'
import { hodan } from './people.ts'

export const noteOf = (page: Page) => page.getByLabel('New Weekly Note')
export const question = (page: Page) => page.getByRole('alertdialog', { name: 'Your session has ended' })

/** Ends the session of a page elsewhere. No call that the page still makes by itself finds it out. */
export async function endSession(page: Page, { api }: Backend): Promise<void> {
  await page.waitForLoadState('networkidle')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await api.send('POST', '/auth/logout', token ?? '')
}

export async function openNotes(page: Page, backend: Backend) {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const email = await backend.employ('manager')
  await openAs(page, email, screenPath('manager', 'clientNotes', client.id))
  await noteOf(page).fill('Typed before the end.')
  await expect(page.getByText(/^Draft saved at/)).toBeVisible()
  return { client, email }
}

export const notesOf = async ({ api, token }: Backend, id: string) =>
  (await api.send('GET', `/clients/${id}/notes`, token)).body
