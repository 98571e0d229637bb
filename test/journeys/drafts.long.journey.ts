import { devices, type Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

const noteOf = (page: Page) => page.getByLabel('New Weekly Note')
/** The sentence may still be about what was typed before. */
async function saved(page: Page): Promise<void> {
  await expect(page.locator('[data-draft="waiting"]')).toHaveCount(0)
  await expect(page.getByText(/^Draft saved at/)).toBeVisible()
}
const otherText = (page: Page) => page.getByText('Another window has other text for this form.')

test('two tabs, a laptop and a phone keep what each has typed about one client [T990]', async ({
  page: tab,
  browser,
  baseURL,
  backend: { api, token, employ },
}) => {
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  const panel = screenPath('manager', 'clientNotes', client.id)
  const email = await employ('employee')
  await openAs(tab, email, panel)
  const secondTab = await tab.context().newPage()
  await secondTab.goto(panel)
  // A form that opens after the first tab has stored its text goes on with that text.
  await expect(noteOf(secondTab)).toBeEmpty()
  await noteOf(tab).fill('Typed in the first tab.')
  await saved(tab)
  await noteOf(secondTab).fill('Typed in the second tab.')
  await expect(otherText(secondTab)).toBeVisible()
  await saved(secondTab)

  // The phone opens what was typed last, and goes on later than the laptop.
  const phoneContext = await browser.newContext({ ...devices['iPhone 13'], ...(baseURL && { baseURL }) })
  const phone = await phoneContext.newPage()
  await openAs(phone, email, panel)
  await expect(noteOf(phone)).toHaveValue('Typed in the second tab.')
  await noteOf(secondTab).fill('Typed in the second tab, and more.')
  await saved(secondTab)
  await noteOf(phone).pressSequentially(' And on the phone.')
  await expect(otherText(phone)).toBeVisible()
  await saved(phone)

  // Saving in one leaves the others.
  await secondTab.getByRole('button', { name: 'Add Note' }).click()
  await expect(secondTab.getByText('Note added.')).toBeVisible()
  await secondTab.close()
  await phone.reload()
  await expect(noteOf(phone)).toHaveValue('Typed in the second tab. And on the phone.')
  await phone.getByRole('link', { name: 'Open it' }).click()
  await expect(noteOf(phone)).toHaveValue('Typed in the first tab.')
  await phoneContext.close()
  await tab.reload()
  await expect(noteOf(tab)).toHaveValue('Typed in the second tab. And on the phone.')

  // Each has a link of its own, a correction to the correction.
  const note = tab.getByRole('listitem').filter({ hasText: 'Typed in the second tab, and more.' })
  await note.getByRole('button', { name: 'Write a correction' }).click()
  await tab.getByLabel('Correction', { exact: true }).fill('Typed as a correction.')
  await saved(tab)
  await tab.goto(screenPath('manager', 'dashboard'))
  const drafts = tab.getByRole('region', { name: 'Unfinished drafts' }).getByRole('listitem')
  await expect(drafts).toContainText(['Unfinished correction', 'Unfinished note', 'Unfinished note'])
  await drafts.nth(2).getByRole('link').click()
  await expect(noteOf(tab)).toHaveValue('Typed in the first tab.')
  await tab.goBack()
  await drafts.first().getByRole('link').click()
  await expect(tab.getByLabel('Correction', { exact: true })).toHaveValue('Typed as a correction.')
})
