import { test as base, expect, type Page } from '@playwright/test'
import type { Role } from '#contract/access/roles.ts'
import { signInPaths } from '#contract/paths.ts'
import { auditKeyring } from '#server/audit/keyring.ts'
import { digestRowsWith } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { addSuperAdmin } from '#server/employees/store.ts'
import { apiCaller } from './api-caller.ts'
import type { hodan } from './people.ts'
import { newTestInstance, type RunningProduct, type TestInstance } from './running-product.ts'
import { root } from './source-tree.ts'
import { password } from './test-password.ts'

export interface Staffed {
  instance: TestInstance
  product: RunningProduct
  /** The product's database, for what the API can't do: other days, and what only time brings. */
  db: Connection
  /** The API, for preparing what a journey begins with. */
  api: ReturnType<typeof apiCaller>
  /** A token of the super-admin. */
  token: string
  /** Makes an employee of that role who can sign in with the usual password; answers the email address. */
  employ(role: Role, email?: string): Promise<string>
}

/**
 * The real program with a super-admin, one for each worker, and a page that fails its test when the browser reports a
 * script error, a blocked inline style or script, or a request to another host.
 */
export const test = base.extend<{ complaints: string[]; awake: undefined }, { staffed: Staffed }>({
  staffed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructuring
    async ({}, use) => {
      const instance = await newTestInstance()
      const product = await instance.start()
      const api = apiCaller(product.url)
      const token = await api.becomeSuperAdmin(product.link() ?? '')
      const { dataDir } = instance
      const database = { kind: 'embedded', dataDir } as const
      // Notes of other days are written past the server, with its key.
      digestRowsWith(() => auditKeyring({ dataDir, database, sessionSecret: undefined })[0])
      const { db, close } = await openDatabase(database, {
        progress: () => {},
        log: console,
        migrations: `${root}/migrations`,
        mode: 'attach',
        poolSize: 1,
      })
      await use({
        ...{ instance, product, db, api, token },
        employ: (role, email) => employ(db, role, email),
      })
      await close()
      await instance.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ staffed }, use) => use(staffed.product.url),
  awake: [
    async ({ staffed: { api, token } }, use) => {
      // However long all journeys take: half an hour without activity would end the super-admin's session.
      expect((await api.send('POST', '/auth/activity', token)).status).toBe(200)
      await use(undefined)
    },
    { auto: true },
  ],
  complaints: [
    async ({ page, baseURL }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted ?Type|Refused to|Violation/i.test(message.text())) {
          complaints.push(message.text())
        }
      })
      page.on('request', (request) => {
        const { origin } = new URL(request.url())
        if (origin !== baseURL && origin !== 'null') complaints.push(`request to ${origin}`)
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Signs in by the login screen and waits until the first page of the portal, or the home page, is there. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(signInPaths.login)
  await fillInLogin(page, email)
  await page.waitForURL((url) => url.pathname !== signInPaths.login)
}

/** Opens a portal address as somebody who is signed in already: for journeys that are about something else. */
export async function openAs(page: Page, email: string, address: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  const { token } = (await answer.json()) as { token: string }
  // Any page of the same origin will do to reach its storage: the smallest.
  await page.goto('/robots.txt')
  await page.evaluate((stored) => {
    const { role, email } = JSON.parse(
      atob((stored.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
    )
    for (const [key, value] of Object.entries({ token: stored, role, email }))
      localStorage.setItem(key, value)
  }, token)
  await page.goto(address)
}

/** Types into the search of the list that is open, and waits for what it finds. */
export async function searchList(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').first().fill(text)
  await expect(page.locator('.list-count')).toHaveText(/ found$/)
}

export async function fillInLogin(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/**
 * What a page shows only for a moment before it goes on by itself is looked at while the time of all its context's pages
 * stands still: a slow machine would come too late.
 */
export async function whileTimeStands(page: Page, look: () => Promise<void>): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
  await look()
  await page.clock.resume()
}

/** Fills in the client form, whole. */
export async function fillInClient(page: Page, client: Record<keyof typeof hodan, string>): Promise<void> {
  await page.getByLabel('First Name').fill(client.firstName)
  await page.getByLabel('Last Name').fill(client.lastName)
  await page.getByLabel('Status').selectOption(client.status)
  await page.getByLabel('Service').selectOption(client.service)
  await page.getByLabel('Email').fill(client.email)
  await page.getByLabel('Phone').fill(client.phone)
  await page.getByLabel('Address').fill(client.address)
  await page.getByLabel('Date of Birth').fill(client.dateOfBirth)
}

async function employ(
  db: Connection,
  role: Role,
  email = `${role}-${crypto.randomUUID().slice(0, 8)}@example.org`,
): Promise<string> {
  await addSuperAdmin(db, email, new Date())
  // The super-admin's own: to hash a password for everybody would take most of the time.
  const { password_hash, password_set_at } = await db
    .selectFrom('employees')
    .select(['password_hash', 'password_set_at'])
    .where('email', '=', 'admin@example.org')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('employees')
    .set({ role, password_hash, password_set_at })
    .where('email', '=', email)
    .execute()
  return email
}
