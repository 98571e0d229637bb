import type { AddressInfo } from 'node:net'
import { type Role, roles } from '#contract/access/roles.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { accountById } from '#server/accounts/store.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import { deleteEmployee } from '#server/employees/store.ts'
import { endSession } from '#server/session/store.ts'
import { openSession, tokenKey } from '#server/session/token.ts'
import { amina, hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import type { Targets } from './fuzzed-requests.ts'

export const sessionSecret = 'c4n4ry of a secret that nobody may ever read'

/** Who asks. A role is null where nobody is behind the token. */
export interface Caller {
  name: string
  role: Role | null
  email: string
  authorization: string | undefined
  /** Signs in again, after a call that ended the session. */
  renew(): Promise<void>
}

export type AttackedApp = Awaited<ReturnType<typeof startAttackedApp>>

/** The application behind a real port, with records to aim at, people of every role, and others who were some once. */
export async function startAttackedApp() {
  const app = await createTestApp({ sessionSecret, trustProxy: ['127.0.0.1'] })
  const tokens = tokenKey(sessionSecret)
  const { db, context } = app

  /** As after a sign-in; a hash for each would take most of the time of the attack. */
  async function sessionOf(employeeId: string): Promise<string> {
    const account = await accountById(db, employeeId)
    if (!account) throw new Error('nobody there')
    return (await openSession(db, tokens, account, { device: '', now: context.now })).token
  }

  async function callerOf(role: Role): Promise<Caller> {
    const email = `${role}@example.org`
    const id = await app.employ(role, email)
    const caller: Caller = {
      name: role,
      role,
      email,
      authorization: '',
      renew: async () => {
        caller.authorization = `Bearer ${await sessionOf(id)}`
      },
    }
    await caller.renew()
    return caller
  }

  const staff = await Promise.all(roles.map(callerOf))
  const strangers = await Promise.all(
    Object.entries(await strangeTokens()).map(async ([name, authorization]) => ({
      name,
      role: null,
      email: '',
      authorization,
      renew: async () => {},
    })),
  )

  async function strangeTokens(): Promise<Record<string, string | undefined>> {
    const ids = [
      await app.employ('super-admin', 'deleted@example.org'),
      await app.employ('super-admin', 'out@example.org'),
    ] as const
    const [deleted, signedOut] = [await sessionOf(ids[0]), await sessionOf(ids[1])]
    await deleteEmployee(db, ids[0], ids[1], context.now)
    const { sid } = JSON.parse(Buffer.from(signedOut.split('.')[1] ?? '', 'base64url').toString())
    await endSession(db, sid, 'signed out', context.now)
    const [head, claims] = deleted.split('.')
    return {
      nobody: undefined,
      'a deleted employee': `Bearer ${deleted}`,
      'a user who signed out': `Bearer ${signedOut}`,
      'an unsigned token': `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
      'a forged signature': `Bearer ${head}.${claims}.${'A'.repeat(43)}`,
      garbage: 'Bearer c4n4ry..%00',
    }
  }

  const targets: Targets = {
    ids: { '/clients': [], '/employees': [], '/contact': [], '/outgoing-mail': [] },
    notes: [],
  }
  const superAdmin = staff.find(({ role }) => role === 'super-admin')
  let added = 0

  /** Adds records to aim at: some of the earlier ones will have been deleted. */
  async function replenish(): Promise<void> {
    const token = superAdmin?.authorization?.slice('Bearer '.length) ?? ''
    added += 1
    const employee = { ...amina, email: `target-${added}@example.org` }
    const { body: person } = await app.send(employeeEndpoints.add, { body: employee, token })
    const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token })
    const params = { id: client.id }
    const { body: note } = await app.send(noteEndpoints.add, { params, body: { text: 'Called.' }, token })
    const message = { name: 'Ana', email: 'ana@example.org', message: 'Please call me.' }
    const messageId = await addContactMessage(db, message, context.now)
    const mails = await db.selectFrom('outbox').select('id').orderBy('created_at', 'desc').limit(3).execute()
    targets.ids['/clients']?.push(client.id)
    targets.ids['/employees']?.push(person.id)
    targets.ids['/contact']?.push(messageId)
    targets.ids['/outgoing-mail'] = mails.map(({ id }) => id)
    targets.notes.push({ client: client.id, note: note.id })
  }

  for (let times = 0; times < 5; times += 1) await replenish()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  return { ...app, port, callers: [...staff, ...strangers], targets, replenish }
}
