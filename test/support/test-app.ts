import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '#contract/access/roles.ts'
import type { EndpointDefinition, RequestOf } from '#contract/endpoint.ts'
import { createApp } from '#server/app.ts'
import type { AppDependencies } from '#server/app-context.ts'
import { viewLog } from '#server/audit/view-log.ts'
import { notKeptHere } from '#server/backup/daily-backup.ts'
import { addSuperAdmin } from '#server/employees/store.ts'
import { superAdminLink } from '#server/employees/super-admin-link.ts'
import { createLog } from '#server/http/request-log.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { passwordHashing } from '#server/session/password-hashing.ts'
import { readTraining } from '#server/training/content.ts'
import { atEnd, createTestDatabase, type TestDatabase, testTrail } from './test-database.ts'
import { password } from './test-password.ts'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  body: any
  headers: Record<string, unknown>
}

const operatorFiles = readOperatorFiles()

async function readOperatorFiles() {
  const organization = await readOrganization('organization/organization.json')
  return { organization, training: await readTraining('.', { organization, retentionYears: 7 }) }
}

/** Hashing at full cost would take most of the tests' time. */
const cheapPasswords = passwordHashing({ cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } })

type AuditColumn =
  | ('action' | 'actor_id' | 'actor_role' | 'record_kind' | 'record_id' | 'details')
  | ('session_id' | 'network' | 'request_id')

/**
 * The whole application on a database of its own, with a clock that tests set and a log that they read. Tests can replace
 * its dependencies. Closed with the test or the test file that made it.
 */
export async function createTestApp(dependencies: Partial<AppDependencies> = {}) {
  // An application on another one's database has no pool or owner of its own; its tests use the other's.
  const database = dependencies.db ? ({ db: dependencies.db } as TestDatabase) : await createTestDatabase()
  const { db } = database
  const { trail = testTrail } = dependencies
  const context = {
    now: new Date('2026-06-15T15:00:00Z'),
    alive: true,
    sealed: true,
    kept: true,
    backup: notKeptHere,
  }
  const logged: string[] = []
  const { organization, training } = await operatorFiles
  const log = createLog('info', { write: (line) => logged.push(line) })
  const views = viewLog({ db, trail, log })
  const app = createApp({
    db,
    trail,
    isDatabaseAlive: async () => context.alive,
    backupStatus: async () => context.backup,
    isAuditSealed: () => context.sealed,
    isSealKept: () => context.kept,
    clock: () => context.now,
    log,
    views,
    passwords: cheapPasswords,
    publicUrl: 'http://localhost:3000',
    isPublicUrlSet: false,
    sessionSecret: 'only-for-tests-only-for-tests-only-for-tests',
    twoStep: { policy: 'optional', key: 'only-for-tests-only-for-tests-only-for-tests' },
    notesPerDay: 2000,
    trustProxy: [],
    organization,
    training,
    files: { mostBytes: 50_000_000, scanner: undefined },
    packets: { folder: join(tmpdir(), `packets-${process.pid}`), fonts: 'src/server/forms/fonts' },
    mail: { wake() {} },
    ...dependencies,
  })
  await app.ready()
  atEnd(() => app.close())

  /** Sends a call of the contract as JSON, as the portal does. */
  async function send<E extends EndpointDefinition>(
    endpoint: E,
    request: Partial<RequestOf<E>> & {
      params?: Record<string, string>
      query?: object
      body?: unknown
      token?: string
      headers?: Record<string, string>
    },
  ): Promise<Answer> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) =>
      encodeURIComponent(request.params?.[name] ?? ''),
    )
    const query = new URLSearchParams(request.query as Record<string, string>).toString()
    return await sendRaw({
      method: endpoint.method,
      url: `/api${path}${query && `?${query}`}`,
      headers: {
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(request.token && { authorization: `Bearer ${request.token}` }),
        ...request.headers,
      },
      payload: request.body === undefined ? undefined : JSON.stringify(request.body),
    })
  }

  async function sendRaw(options: object): Promise<Answer> {
    const reply = await app.inject(options)
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.body, headers: reply.headers }
  }

  /** Adds an employee of that role with the usual password, set with a one-time link. */
  async function employ(role: Role, email = `${role}@example.org`): Promise<string> {
    const id = await addSuperAdmin(db, email, context.now)
    const link = await superAdminLink(
      { trail: testTrail, db, clock: () => context.now, publicUrl: '' },
      email,
    )
    const token = new URL(link, 'http://localhost').searchParams.get('token')
    await sendRaw({ method: 'POST', url: '/api/auth/save', payload: { token, password } })
    await db.updateTable('employees').set({ role }).where('email', '=', email).execute()
    if (!id) throw new Error(`${email} exists already`)
    return id
  }

  async function signIn(email: string): Promise<string> {
    const { body } = await sendRaw({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
    return body.token
  }

  /** An employee of that role, signed in. */
  async function member(role: Role, email = `${role}@example.org`) {
    const id = await employ(role, email)
    return { id, email, token: await signIn(email) }
  }

  /** Those columns of the audit rows of a record, of a kind or of an action, the oldest first. */
  async function audited<Column extends AuditColumn>(
    where: { action?: string; record_kind?: string; record_id?: string; session_id?: string },
    ...columns: Column[]
  ) {
    await views.flush()
    let rows = db.selectFrom('audit_events').select(columns).orderBy('id')
    for (const [column, value] of Object.entries(where))
      rows = rows.where(column as keyof typeof where, '=', value)
    return await rows.execute()
  }

  /** Runs `work` while no audit row can be written. */
  async function withoutAudit<T>(work: () => Promise<T>): Promise<T> {
    const { schema } = database.ownerDb
    await schema.alterTable('audit_events').renameTo('audit_events_elsewhere').execute()
    try {
      return await work()
    } finally {
      await schema.alterTable('audit_events_elsewhere').renameTo('audit_events').execute()
    }
  }

  return {
    fastify: app,
    db,
    pool: database.pool,
    ownerDb: database.ownerDb,
    logged,
    context,
    send,
    sendRaw,
    employ,
    signIn,
    member,
    tokenOf: async (role: Role) => (await member(role)).token,
    audited,
    withoutAudit,
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
