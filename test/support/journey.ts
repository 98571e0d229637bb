import { randomBytes } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { Kysely, PostgresDialect } from 'kysely'
import type { Role } from '#contract/access/roles.ts'
import { type Connection, createPool } from '#server/database/connection.ts'
import { addSuperAdmin } from '#server/employees/store.ts'
import { apiCaller } from './api-caller.ts'
import { cloneTemplate, type DatabaseServer, startDatabaseServer, urlOf } from './database-server.ts'
import type { hodan } from './people.ts'
import { newTestInstance, type RunningProduct, type TestInstance } from './running-product.ts'
import { password } from './test-password.ts'

export interface Backend {
  instance: TestInstance
  product: RunningProduct
  /** The product's database, for what the API can't do, such as records of earlier days. */
  db: Connection
  /** Calls the API, to prepare a journey. */
  api: ReturnType<typeof apiCaller>
  /** A token of the super-admin. */
  token: string
  /** Adds an employee of that role with the usual password. Returns the email address. */
  employ(role: Role, email?: string): Promise<string>
}

/** Playwright's global set-up: one PostgreSQL for all journeys. Workers read its connections from the environment. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { stop, ...connections } = await startDatabaseServer()
  process.env.JOURNEY_DATABASE_SERVER = JSON.stringify(connections)
  return stop
}

/**
 * `backend` is the real product with a super-admin, one for each worker, with the `settings` of the test file. At its end
 * every client and note must be what the audit trail says. A page fails its test when the browser reports a script error, a
 * blocked inline style or script, or a request to another host.
 */
export const test = base.extend<
  { pageProblems: string[]; keepSessionAlive: undefined },
  { settings: Record<string, string>; backend: Backend }
>({
  settings: [{}, { scope: 'worker', option: true }],
  backend: [
    async ({ settings }, use) => {
      const server: DatabaseServer = JSON.parse(process.env.JOURNEY_DATABASE_SERVER ?? '')
      const { connection, ownerConnection } = await cloneTemplate(
        server,
        `journeys_${randomBytes(6).toString('hex')}`,
      )
      const instance = await newTestInstance({
        DATABASE_URL: urlOf(connection),
        DATABASE_OWNER_URL: urlOf(ownerConnection),
        TWO_STEP_KEY: 'bW3xT9qLr5ZcV8nK2pYd6HsG4jF7eA0u',
        ...settings,
      })
      const product = await instance.start()
      const api = apiCaller(product.url)
      const token = await api.becomeSuperAdmin(product.link() ?? '')
      const pool = createPool(connection, { poolSize: 1 })
      const db: Connection = new Kysely({ dialect: new PostgresDialect({ pool }) })
      await use({
        instance,
        product,
        db,
        api,
        token,
        employ: (role, email) => employ(db, role, email),
      })
      const verified = await instance.ops('verify-audit', '--records')
      await pool.end()
      await instance.remove()
      expect(verified.code, `${verified.printed}${verified.errorOutput}`).toBe(0)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ backend }, use) => use(backend.product.url),
  keepSessionAlive: [
    async ({ backend: { api, token } }, use) => {
      // Half an hour without activity would end the super-admin's session.
      expect((await api.send('POST', '/auth/activity', token)).status).toBe(200)
      await use(undefined)
    },
    { auto: true },
  ],
  pageProblems: [
    async ({ page, baseURL }, use) => {
      const pageProblems: string[] = []
      page.on('pageerror', (error) => pageProblems.push(`error: ${error.message}`))
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted ?Type|Refused to|Violation/i.test(message.text())) {
          pageProblems.push(message.text())
        }
      })
      page.on('request', (request) => {
        const { origin } = new URL(request.url())
        if (origin !== baseURL && origin !== 'null') pageProblems.push(`request to ${origin}`)
      })
      await use(pageProblems)
      expect(pageProblems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Signs in by the API and opens a portal address. */
export async function openAs(page: Page, email: string, address: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  const { token } = (await answer.json()) as { token: string }
  // The smallest page of the origin, to write to its storage.
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

/** Once what was typed is stored: on a busy machine the next page could ask for it before it has arrived. */
export async function reloadWithDraft(page: Page): Promise<void> {
  await expect(page.locator('[data-draft="stored"]').first()).toBeAttached()
  await expect(page.locator('[data-draft="waiting"]')).toHaveCount(0)
  await page.reload()
}

/** Searches the open list and waits for the results. */
export async function searchList(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').first().fill(text)
  await expect(page.locator('.list-count')).toHaveText(/ found$/)
}

export async function fillInLogin(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Pauses the clock of all pages of the context, to check what a page shows only for a moment. */
export async function withPausedClock(page: Page, check: () => Promise<void>): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
  await check()
  await page.clock.resume()
}

/** Fills in all fields of the client form. */
export async function fillInClient(page: Page, client: Record<keyof typeof hodan, string>): Promise<void> {
  await page.getByLabel('First Name').fill(client.firstName)
  await page.getByLabel('Last Name').fill(client.lastName)
  await page.getByLabel('Status').selectOption(client.status)
  await page.getByLabel('Service').selectOption(client.service)
  await page.getByLabel('Email', { exact: true }).fill(client.email)
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
  // The hash of the super-admin's password: hashing takes long.
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
