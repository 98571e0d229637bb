import { type Insertable, sql } from 'kysely'
import type { Organization } from '#contract/organization/schema.ts'
import { organizationSchema } from '#contract/organization/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import type { Employees } from '#server/database/tables.ts'
import { mailboxOf } from '#server/outgoing-mail/compose.ts'
import organizationAsItComes from '../../organization/organization.json' with { type: 'json' }

export const organization: Organization = organizationSchema.parse(organizationAsItComes)

export const sender = {
  from: mailboxOf(undefined, organization),
  publicUrl: 'https://portal.example.org',
  organization,
}

/** What a worker needs to know of the configuration. Without `smtpUrl` it writes files. */
export const mailConfig = (more: { smtpUrl?: string | undefined; dataDir?: string }) => ({
  smtpUrl: undefined,
  mailFrom: undefined,
  publicUrl: sender.publicUrl,
  dataDir: '/nonexistent',
  ...more,
})

/** A clock that a test controls. */
export function makeClock() {
  const clock = {
    now: new Date('2026-06-15T15:00:00Z'),
    read: () => clock.now,
    /** Milliseconds. */
    pass(time: number) {
      clock.now = new Date(clock.now.getTime() + time)
    },
  }
  return clock
}

/** Adds an employee, by default Amina Warsame without a password. Returns the id. */
export async function makeEmployee(
  db: Connection,
  more: Partial<Insertable<Employees>> = {},
): Promise<string> {
  const now = new Date('2026-06-01T12:00:00Z')
  const { id } = await db
    .insertInto('employees')
    .values({
      first_name: 'Amina',
      last_name: 'Warsame',
      dob: null,
      email: 'amina@example.org',
      role: 'manager',
      password_hash: null,
      password_set_at: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      deleted_by: null,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const tokenIn = (text = ''): string => /set-password\?token=([\w-]+)/.exec(text)?.[1] ?? ''

/** Every table whose rows hold a text anywhere. */
export async function tablesThatHold(db: Connection, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      SELECT 1 FROM ${sql.table(name)} t WHERE strpos(t::text, ${text}) > 0`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
