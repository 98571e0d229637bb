import type { Page } from '@playwright/test'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { type Backend, expect, openAs, reloadWithDraft, test } from '#test/support/journey.ts'
import { dropResponses, holdRequests } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

const panel = (id: string) => screenPath('manager', 'clientNotes', id)

/** As a manager, on the panel of a new client. */
async function openNoteForm(page: Page, backend: Backend) {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await openAs(page, await backend.employ('manager'), panel(client.id))
  return page.getByLabel('New Weekly Note')
}

test('a note is stored as typed, and once if its response is lost [T56]', async ({ page, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const email = await backend.employ('employee')
  await openAs(page, email, panel(client.id))
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/notes')) sent.push(request.postDataJSON())
  })
  await expect(page.getByText("No notes added yet. Start tracking this client's progress.")).toBeVisible()
  await expect(page.getByText('0 total')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add Note' })
  await expect(add).toBeDisabled()
  const input = page.getByLabel('New Weekly Note')
  await expect(input).toHaveAttribute('placeholder', 'Write your weekly update...')
  await input.fill('   ')
  await expect(add).toBeDisabled()
  await input.press('Control+Enter')
  expect(sent, 'a blank note').toEqual([])
  const text = 'First line\nSecond line 🙂 <b>not bold</b>'
  await input.fill(text)
  await add.click()
  await expect(page.getByText('1 total')).toBeVisible()
  await expect(input).toHaveValue('')
  await expect(page.getByText('<b>not bold</b>')).toHaveText(text, { useInnerText: true })
  const note = page.getByRole('listitem').filter({ hasText: 'not bold' })
  await expect(note).toContainText(email)
  await expect(note.getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  expect(sent).toEqual([{ text, author: email, clientId: client.id }])

  const notes = `**/api/clients/${client.id}/notes`
  await dropResponses(page, notes)
  await input.fill('Called the landlord.')
  await add.click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await reloadWithDraft(page)
  await expect(page.getByText('2 total')).toBeVisible()
  await expect(input).toHaveValue('Called the landlord.')
  await page.unroute(notes)
  await add.click()
  await expect(page.getByText('Note added.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 total')).toBeVisible()
})

test('a note is written on details, and a strip leads to everything about the client [T674]', async ({
  page,
  backend,
}) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientDetails', client.id))
  const strip = page.getByRole('navigation', { name: 'About this client' })
  await expect(strip.getByRole('link')).toHaveText(['Details', 'Notes', 'Papers', 'Notes report'])
  await page.getByLabel('New Weekly Note').fill('Begun on details.')
  await strip.getByRole('link', { name: 'Notes', exact: true }).click()
  // The same draft.
  await expect(page.getByLabel('New Weekly Note')).toHaveValue('Begun on details.')
  await strip.getByRole('link', { name: 'Papers' }).click()
  await expect(page.getByRole('region', { name: 'Papers', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Begun on details.' })).toBeVisible()
  await strip.getByRole('link', { name: 'Papers' }).click()
  await expect(page.getByRole('region', { name: 'Papers', exact: true })).toBeInViewport()
  await strip.getByRole('link', { name: 'Notes report' }).click()
  await expect(page.getByText('Begun on details.')).toBeVisible()
})

test('notes that can’t be loaded are loaded on request [T57]', async ({ page, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await backend.api.send('POST', `/clients/${client.id}/notes`, backend.token, { text: 'Still here.' })
  const notes = `**/api/clients/${client.id}/notes*`
  await page.route(notes, (route) => route.abort())
  const goOn = await holdRequests(page, notes)
  await page.clock.install()
  await openAs(page, await backend.employ('manager'), panel(client.id))
  await expect(async () => {
    await page.clock.fastForward(11_000)
    expect(await page.getByText('This is taking longer than usual.').isVisible()).toBe(true)
  }).toPass()
  goOn()
  const failed = page.getByText('Unable to load notes. Please try again later.')
  await expect(failed).toBeVisible()
  const color = await failed.evaluate((element) => getComputedStyle(element).color)
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  expect(red, color).toBeGreaterThan(2 * Math.max(green, blue))
  await page.unroute(notes)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText('Still here.')).toBeVisible()
  await expect(failed).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Weekly Client Notes' })).toBeFocused()

  await page.route(notes, (route) => route.abort())
  await page.goto(screenPath('manager', 'clientDetails', client.id))
  await expect(page.getByText('No notes for this client.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'Unable to load the notes.The server is not responding.',
  )
  await page.unroute(notes)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Still here.')).toBeVisible()
})

test('a saved note appears at once, even if reloading fails [T94]', async ({ page, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  await openAs(page, await backend.employ('manager'), panel(client.id))
  await expect(page.getByText('0 total')).toBeVisible()

  const answers: (() => void)[] = []
  await page.route(`**/api/clients/${client.id}/notes*`, async (route) => {
    if (route.request().method() === 'POST') return route.continue()
    await new Promise<void>((resolve) => answers.push(resolve))
    return route.abort().catch(() => undefined)
  })
  const input = page.getByLabel('New Weekly Note')
  await input.fill('Clicked twice.')
  await page.getByRole('button', { name: 'Add Note' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText('Note added.')).toBeVisible()
  await expect(page.getByText('1 total')).toBeVisible()
  await input.pressSequentially('The next one.')
  await expect(input).toHaveValue('The next one.')

  await expect.poll(() => answers.length).toBe(1)
  answers.pop()?.()
  await expect.poll(() => answers.length, { message: 'tried once more' }).toBe(1)
  answers.pop()?.()
  await expect(page.getByText('Unable to load notes. Please try again later.')).toBeVisible()
  await expect(page.getByText('Clicked twice.')).toBeVisible()
  const { body: saved } = await backend.api.send('GET', `/clients/${client.id}/notes`, backend.token)
  expect(saved).toHaveLength(1)
})

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

  const token = await page.evaluate(() => localStorage.getItem('token'))
  await backend.api.send('POST', '/auth/logout', token ?? '')
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
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
  await elsewhere.context().close()
})

test('after the session has ended, the login page does not promise text that was not stored', async ({
  page,
  backend,
}) => {
  const note = await openNoteForm(page, backend)
  await note.fill('Called the landlord.')
  await expect(page.getByText(/^Draft saved at/)).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await backend.api.send('POST', '/auth/logout', token ?? '')
  await note.pressSequentially(' Nobody answered.')
  await expect(page.getByText('What you typed last could not be saved.')).toBeVisible()
})

test('a form waits until its draft can be loaded', async ({ page, backend }) => {
  const note = await openNoteForm(page, backend)
  await note.fill('Half a thought')
  await expect(page.getByText('Draft saved at')).toBeVisible()
  await page.route('**/api/drafts', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Your draft could not be loaded.')).toBeVisible()
  await page.unroute('**/api/drafts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toHaveValue('Half a thought')
})

test('while text is not stored the form says so, and leaving asks first [T413]', async ({
  page,
  backend,
}) => {
  const note = await openNoteForm(page, backend)
  await page.route('**/api/drafts/*', (route) => route.abort())
  await note.fill('Half a thought')
  await expect(page.getByText('Your text has not been saved yet')).toBeVisible()
  const requests: string[] = []
  page.on('dialog', async (dialog) => {
    requests.push(dialog.type())
    await dialog.dismiss()
  })
  await page.getByRole('button', { name: /profile/i }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => requests).toEqual(['confirm'])
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => requests).toEqual(['confirm', 'beforeunload'])
  await expect(note).toHaveValue('Half a thought')

  await page.unroute('**/api/drafts/*')
  await note.pressSequentially(' more')
  await expect(page.getByText('Draft saved at')).toBeVisible()
  await page.getByRole('button', { name: /profile/i }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`**${signInPaths.login}`)
  expect(requests).toHaveLength(2)
})
