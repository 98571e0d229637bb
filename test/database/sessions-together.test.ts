import { Kysely, PostgresDialect } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/database/tables.ts'
import { addSuperAdmin } from '#server/employees/store.ts'
import { authenticator } from '#server/session/authenticate.ts'
import { addSession, endSession } from '#server/session/store.ts'
import { tokenKey } from '#server/session/token.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Decision record 0024: calls that arrive together share one look at their sessions. */

const now = new Date('2026-03-02T15:00:00Z')
const key = tokenKey('a secret of the tests that is long enough')

/** Some signed-in people, and the statements that telling who they are takes. */
async function signedIn(emails: string[]) {
  const { pool, close } = await createTestDatabase()
  onTestFinished(close)
  const statements: string[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query.sql)
    },
  })
  const people = await Promise.all(
    emails.map(async (email) => {
      await addSuperAdmin(db, email, now)
      const { id: sub } = await db
        .selectFrom('employees')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const { id: sid, expiresAt } = await addSession(db, sub, now)
      const times = { iat: now.getTime() / 1000, exp: expiresAt.getTime() / 1000 }
      const token = await key.sign({ sub, sid, email, role: 'super-admin', ...times })
      return { email, sid, header: `Bearer ${token}` }
    }),
  )
  const authenticate = authenticator(db, key, () => now)
  statements.length = 0
  return { db, people, statements, who: async (header: string) => (await authenticate(header))?.email }
}

const emails = ['a@example.org', 'b@example.org', 'c@example.org']

test('each of those who call at once is told apart, by one statement', async () => {
  const { people, statements, who } = await signedIn(emails)
  const headers = people.map(({ header }) => header)
  // The first time their tokens are checked one after another.
  await Promise.all(headers.map(who))
  statements.length = 0
  expect(await Promise.all([...headers, ...headers].map(who))).toEqual([...emails, ...emails])
  expect(statements).toHaveLength(1)
})

test('a session that has ended is refused among others that go on', async () => {
  const { db, people, who } = await signedIn(emails)
  await endSession(db, people[1]?.sid ?? '', 'signed out', now)
  expect(await Promise.all(people.map(({ header }) => who(header)))).toEqual([
    'a@example.org',
    undefined,
    'c@example.org',
  ])
})

test('a call that comes after the end of its session learns nothing from the look of an earlier one', async () => {
  const { db, people, who } = await signedIn(['a@example.org'])
  const { sid = '', header = '' } = people[0] ?? {}
  for (let round = 0; round < 20; round += 1) await Promise.all([who(header), who(header)])
  const earlier = Promise.all(Array.from({ length: 20 }, () => who(header)))
  await endSession(db, sid, 'signed out', now)
  expect(await who(header)).toBeUndefined()
  await earlier
})
