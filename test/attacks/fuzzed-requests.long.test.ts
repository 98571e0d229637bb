import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Connection } from '#server/database/connection.ts'
import { type ApiDocument, type Call, callsOf, mayCall } from './api-document.ts'
import { type Caller, startAttackedApp } from './attacked-app.ts'
import { type FuzzedRequest, fuzzedRequest } from './fuzzed-requests.ts'
import { marker } from './injected-texts.ts'
import { keptConnection } from './kept-connection.ts'
import { replyJudge } from './reply-faults.ts'

/*
 * Requests made from /api/openapi.json, each of them spoiled in some way, every call by
 * everybody. For more of them, or another seed:
 *
 *   FUZZED_REQUESTS=20000 FUZZ_SEED=7 npx vitest run fuzzed-requests
 */

const total = Number(process.env.FUZZED_REQUESTS ?? 5000)
const seed = Number(process.env.FUZZ_SEED ?? 20_260_615)

/** Milliseconds: many times what so many requests take, because a busy machine is no failure. */
const longEnough = 120_000 + total * 50

/** Tables that may change when a call is refused or only reads. */
const always = ['audit_events', 'audit_seals', 'throttling']

/** Of people and records, of what was sent, of the way it was sent. */
const unlogged = new RegExp(`${marker}|Hodan|Abdi|Amina|Nicollet|example\\.org|\\beyJ|argon2|\\?`)

const app = await startAttackedApp()
const document: ApiDocument = (await app.sendRaw({ url: '/api/openapi.json' })).body

test(
  `none of ${total} fuzzed requests fails the server, changes what it must not, or reveals too much [T247]`,
  async () => {
    const calls = callsOf(document)
    const failure = calls[0]?.responses['500']?.content?.['application/json'].schema
    const judge = replyJudge(failure)
    const changes = await changeLedger(app.ownerDb)
    const line = keptConnection(app.port)
    const faults: string[] = []
    const statuses = new Map<number, number>()

    for (let number = 0; number < total && faults.length < 20; number += 1) {
      if (number % 150 === 0) await app.replenish()
      const caller = app.callers[number % app.callers.length] as Caller
      const call = calls[Math.floor(number / app.callers.length) % calls.length] as Call
      const request = fuzzedRequest(calls, app.targets, { seed, number, call })
      if (caller.authorization) request.headers.authorization = caller.authorization
      await changes()
      app.logged.length = 0
      const reply = await line.send(request).catch((error: Error) => error)
      if (reply instanceof Error) {
        faults.push(`${asText(request, caller)}: no answer (${reply.message})`)
        continue
      }
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      const found = judge(request, caller, reply)
      const changed = (await changes()).filter((table) => !always.includes(table))
      if (changed.length > 0 && !mayChange(request, call, caller, reply.status))
        found.push(`it changed ${changed.join(', ')}`)
      for (const entry of app.logged) {
        // A hash may spell a name by chance.
        const text = entry.replace(/"network":"[\w-]{43}"/, '')
        if (unlogged.test(text) || /"level":(50|60)/.test(text)) found.push(`logged ${entry}`)
      }
      faults.push(...found.map((fault) => `${asText(request, caller)} → ${reply.status}: ${fault}`))
      if (hasEndedSession(request, reply.status)) await caller.renew()
    }
    line.close()
    expect(faults).toEqual([])
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    // An attack that is refused as a whole at the door would show nothing.
    for (const status of [200, 201, 204, 400, 401, 403, 404, 415])
      expect(statuses.get(status) ?? 0, `answers with ${status}`).toBeGreaterThan(0)
    await expectNothingForged()
  },
  longEnough,
)

/** A spoiled address may still lead to the call that it was made from. */
function mayChange({ method, call }: FuzzedRequest, aimedAt: Call, { role }: Caller, status: number) {
  return status < 300 && method !== 'GET' && method !== 'HEAD' && mayCall(call ?? aimedAt, role)
}

const hasEndedSession = ({ call, path }: FuzzedRequest, status: number) =>
  status === 200 && /logout|change-password/.test(call?.path ?? path)

/** Nobody has become what they were not, and nothing was written in another's name or at another time. */
async function expectNothingForged(): Promise<void> {
  const { db, callers, context } = app
  const staff = callers.filter(({ role }) => role !== null)
  const people = await db.selectFrom('employees').select(['email', 'role', 'password_hash']).execute()
  for (const { email, role } of staff)
    expect(people.find((person) => person.email === email)?.role).toBe(role)
  const withPassword = people.filter(({ password_hash }) => password_hash !== null)
  expect(withPassword).toHaveLength(staff.length + 2)
  const notes = await db.selectFrom('notes').select(['author_email', 'created_at']).execute()
  const clients = await db.selectFrom('clients').select('created_at').execute()
  for (const { author_email } of notes) expect(staff.map(({ email }) => email)).toContain(author_email)
  for (const { created_at } of [...notes, ...clients]) expect(created_at).toEqual(context.now)
}

function asText({ number, method, path, headers, body }: FuzzedRequest, caller: Caller): string {
  const { authorization: _, ...others } = headers
  const content = body ? ` ${body.toString().slice(0, 300)} (${body.length} bytes)` : ''
  return `seed ${seed}, #${number}, ${caller.name}: ${method} ${path.slice(0, 300)} ${JSON.stringify(others).slice(0, 300)}${content}`
}

/**
 * Has the database itself write down which tables change, in the transaction of the change: what is rolled back is no
 * change. Answers a function that tells which tables have changed since it was last asked.
 */
async function changeLedger(owner: Connection): Promise<() => Promise<string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(owner)
  await sql`CREATE TABLE change_ledger (changed text NOT NULL)`.execute(owner)
  await sql`
    CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO change_ledger VALUES (TG_TABLE_NAME); RETURN NULL; END $$`.execute(owner)
  for (const { name } of tables)
    await sql`
      CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(name)}
      FOR EACH ROW EXECUTE FUNCTION note_change()`.execute(owner)
  return async () => {
    const { rows } = await sql<{ changed: string }>`DELETE FROM change_ledger RETURNING changed`.execute(
      owner,
    )
    return [...new Set(rows.map(({ changed }) => changed))]
  }
}
