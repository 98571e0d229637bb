import type { Page } from '@playwright/test'
import { freePort } from '#commands/free-port.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { startIdentityProvider } from '#test/support/identity-provider.ts'
import { test as base, expect, openAs } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>

const name = 'Example ID'

/** The product with a real provider, whose pages may be opened and load what they like. */
const test = base.extend<object, { provider: { port: number } & Provider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads it
    async ({}, use) => {
      const port = await freePort()
      const provider = await startIdentityProvider({ publicUrls: [`http://localhost:${port}`] })
      await use({ port, ...provider })
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider: { port, issuer, client } }, use) => {
      await use({
        PORT: `${port}`,
        PUBLIC_URL: `http://localhost:${port}`,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: client.id,
        OIDC_CLIENT_SECRET: client.secret,
        OIDC_NAME: name,
      })
    },
    { scope: 'worker' },
  ],
  pageProblems: async ({ pageProblems, provider: { issuer } }, use) => {
    await use(pageProblems)
    const ours = pageProblems.filter((problem) => !problem.includes(issuer) && !problem.includes('fonts.g'))
    pageProblems.splice(0, pageProblems.length, ...ours)
  },
})

/** In the provider's own forms. */
async function signInThere(page: Page, login: string) {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a manager signs in with the organization’s account, confirms, removes the link and logs out [T1543]', async ({
  page,
  backend,
  provider,
}) => {
  const email = await backend.employ('manager')
  provider.people.set('amina', { email, email_verified: true })
  const sent: { url: string; referer: string }[] = []
  page.on('request', (request) => sent.push({ url: request.url(), referer: request.headers().referer ?? '' }))
  const clients = `${screenPath('manager', 'clients')}?status=active`
  await page.goto(clients)
  await page.waitForURL(`**${signInPaths.login}`)
  const button = page.getByRole('button', { name: `Sign in with ${name}` })
  await expectAccessible(page, 'the login')
  await button.press('Enter')
  await signInThere(page, 'amina')
  await page.waitForURL(`**${clients}`)
  await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()

  const answer = sent.find(({ url }) => url.includes('/sign-in?code='))
  const code = new URL(answer?.url ?? '').searchParams.get('code') ?? ''
  expect(code.length).toBeGreaterThan(20)
  const carrying = sent.filter(({ url, referer }) => `${url} ${referer}`.includes(code))
  expect(carrying, 'the provider’s redirect alone').toEqual([answer])
  const browser = await page.context().newCDPSession(page)
  const { entries } = await browser.send('Page.getNavigationHistory')
  expect(entries.filter(({ url }) => url.includes(code) || url.includes('/sign-in'))).toEqual([])
  const device = (await page.context().cookies(`${backend.product.url}/api/auth`)).map(
    (cookie) => cookie.name,
  )
  expect(device).toContain('device')
  expect(device).not.toContain('sign-in')

  const profile = screenPath('manager', 'profile')
  await page.goto(profile)
  const card = page.getByRole('region', { name: `Sign in with ${name}` })
  await expect(card).toContainText('On.')
  await expectAccessible(page, 'the profile')
  const earlier = new Date(Date.now() - 16 * 60 * 1000)
  const signedInEarlier = () =>
    backend.db.updateTable('sessions').set({ started_at: earlier, confirmed_at: null }).execute()
  await signedInEarlier()
  const endOthers = async () => {
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  }
  await endOthers()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await expectAccessible(page, 'the question')
  await question.getByRole('button', { name: `Sign in with ${name}` }).click()
  await page.getByPlaceholder('Enter any login').fill('amina')
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.waitForURL(`**${profile}`)
  await endOthers()
  await expect(page.getByText('You have been signed out everywhere else.')).toBeVisible()

  await card.getByRole('button', { name: 'Remove link' }).press('Enter')
  await page
    .getByRole('alertdialog', { name: 'Remove link?' })
    .getByRole('button', { name: 'Remove' })
    .press('Enter')
  await expect(page.getByText('The link was removed.')).toBeVisible()
  await expect(card).toContainText('Off.')

  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).last().click()
  await page.waitForURL(`**${signInPaths.login}`)
  const out = page.getByRole('link', { name: `sign out of ${name}` })
  await expect(out).toHaveAttribute('href', new RegExp(`^${provider.issuer}/session/end\\?`))
  await expectAccessible(page, 'logged out')
  await page.reload()
  await expect(button).toBeVisible()
  await expect(out).toBeHidden()
})

test('an account without an employee gets a sentence, and the address is emptied [T1544]', async ({
  page,
  provider,
}) => {
  provider.people.set('stranger', { email: 'stranger@example.org', email_verified: true })
  await page.goto(signInPaths.login)
  await page.getByRole('button', { name: `Sign in with ${name}` }).click()
  await signInThere(page, 'stranger')
  await expect(page.getByRole('alert')).toContainText(
    'There is no employee with the email address of that account.',
  )
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/sign-in')
  await expectAccessible(page, 'refused')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('This sign-in has expired or was already used.')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a note goes on after its session has expired, once the same person has signed in with the organization’s account [T1624]', async ({
  page,
  context,
  backend,
  provider,
}) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const email = await backend.employ('manager')
  provider.people.set('omar', { email, email_verified: true })
  await openAs(page, email, screenPath('manager', 'clientNotes', client.id))
  const note = page.getByLabel('New Weekly Note')
  await note.fill('Typed before the end.')
  await expect(page.getByText(/^Draft saved at/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await backend.db
    .updateTable('sessions')
    .set({ expires_at: new Date() })
    .where('employee_id', 'in', (eb) => eb.selectFrom('employees').select('id').where('email', '=', email))
    .execute()
  await page.getByRole('button', { name: 'Add Note' }).click()
  const question = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await expect(note).toBeHidden()

  const opened = context.waitForEvent('page')
  await question.getByRole('link', { name: 'Sign in (new tab)' }).click()
  const tab = await opened
  await tab.getByRole('button', { name: `Sign in with ${name}` }).click()
  await signInThere(tab, 'omar')
  await tab.waitForURL(`**${screenPath('manager', 'dashboard')}`)
  await expect(page.getByText('Note added.')).toBeVisible()
  await expect(question).toHaveCount(0)
  const { body: notes } = await backend.api.send('GET', `/clients/${client.id}/notes`, backend.token)
  expect(notes).toMatchObject([{ text: 'Typed before the end.', author: email }])
})
