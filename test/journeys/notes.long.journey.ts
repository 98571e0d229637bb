import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expect, fillInLogin, openAs, reloadWithDraft, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

const panel = (id: string) => screenPath('manager', 'clientNotes', id)

/** Everything that a browser keeps of this tab and origin. */
const keptBy = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]),
  )

test('what is typed is there again after the session, on another computer, and nothing is left here [T410]', async ({
  page,
  browser,
  baseURL,
  backend,
}) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const email = await backend.employ('manager')
  await openAs(page, email, panel(client.id))
  const note = page.getByLabel('New Weekly Note')
  const address = page.getByLabel('Address')
  // A note that got no answer.
  await page.route('**/api/clients/*/notes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await note.fill('Half a thought')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect(page.getByText(/^Draft saved at \d+:\d\d [AP]M\./)).toBeVisible()
  await page.getByRole('link', { name: 'Hodan Warsame', exact: true }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await address.pressSequentially(' back door')
  await reloadWithDraft(page)
  await expect(address).toHaveValue(/ back door/)

  await page.goto(screenPath('manager', 'clients'))
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await backend.api.send('POST', '/auth/logout', token ?? '')
  await page.reload()
  await expect(page.getByText('Your unsaved text has been kept.')).toBeVisible()
  const kept = await keptBy(page)
  for (const readable of ['Half', 'Warsame', 'back door', hodan.email, hodan.phone, hodan.address])
    expect(kept).not.toContain(readable)

  await openAs(page, await backend.employ('manager'), panel(client.id))
  await expect(page.getByText('0 total')).toBeVisible()
  await expect(note).toHaveValue('')

  const elsewhere = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await openAs(elsewhere, email, panel(client.id))
  await expect(elsewhere.getByLabel('New Weekly Note')).toHaveValue('Half a thought')
  await elsewhere.getByRole('button', { name: 'Add Note' }).click()
  await expect(elsewhere.getByText('Note added.')).toBeVisible()
  await elsewhere.goto(screenPath('manager', 'editClient', client.id))
  await expect(elsewhere.getByLabel('Address')).toHaveValue(/ back door/)
  await elsewhere.goto(panel(client.id))
  await expect(elsewhere.getByText('1 total')).toBeVisible()
  await expect(elsewhere.getByLabel('New Weekly Note')).toHaveValue('')

  const other = await elsewhere.evaluate(() => localStorage.getItem('token'))
  await backend.api.send('POST', '/auth/logout', other ?? '')
  await elsewhere.getByLabel('New Weekly Note').pressSequentially('Nobody answered.')
  const signIn = elsewhere.getByRole('link', { name: 'Sign in (new tab)' })
  await expect(elsewhere.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(elsewhere.getByText('Hodan Warsame')).toBeHidden()
  expect(await keptBy(elsewhere)).not.toContain('Nobody')
  const [login] = await Promise.all([elsewhere.waitForEvent('popup'), signIn.click()])
  await fillInLogin(login, email)
  await expect(elsewhere.getByText(/^Draft saved at/)).toBeVisible()
  // The dialog opened after the first letters.
  await expect(elsewhere.getByLabel('New Weekly Note')).toHaveValue(/^N/)
  await elsewhere.context().close()
})
