import { setTimeout as pause } from 'node:timers/promises'
import { runOrExplain } from '#commands/command-line.ts'
import { root, say } from '#commands/install.mjs'
import { runWithCleanup } from '#commands/temporary-folder.ts'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { type AuditEvent, auditTrail } from '#server/audit/store.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { type Client, edit, get, noteText, post, sendJson, spread, withToken } from './calls.ts'
import { load } from './measure.ts'
import { startProduct } from './product.ts'

/* `node commands/launch.mjs bench/trail.ts ROWS`: how the audit trail grows, and how long so many rows take to verify. */

const followUps = (filter: object) => post('/api/follow-ups/search', { ...filter, limit: 50 })

/** A busy day of calls, as the portal makes them: 4 times the dashboard, 12 records, 8 of them with a note, 2 with an edit. */
const day = (clients: Client[]) => [
  ...Array(4).fill(post('/api/clients/search', { withoutNoteThisWeek: true, limit: 50 })),
  ...Array(4).fill(followUps({ assignedTo: 'me' })),
  ...clients.flatMap(({ id, lastName }, n) => [
    post('/api/clients/search', { search: lastName, limit: 50 }),
    ...['', '/notes', '/status-history', '/assignments'].map((part) => get(`/api/clients/${id}${part}`)),
    followUps({ clientId: id, open: true }),
    ...(n < 8 ? [post(`/api/clients/${id}/notes`, { text: noteText }), get(`/api/clients/${id}/notes`)] : []),
  ]),
  ...clients.slice(8, 10).map(edit),
]

async function measureTrail(wanted: number, cleanup: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(root, { clients: 5000, isExternal: false, restTime: 3000 }, cleanup)
  const { url, dataDir, tokens, account, superuser, ops } = product
  const query = async (text: string) => (await superuser.query(text)).rows
  const clients = await sendJson<Client[]>(url, withToken(get('/api/clients'), tokens[0]))
  const { token } = await sendJson<{ token: string }>(url, post('/api/auth/login', account))
  const requests = day(spread(clients, 12)).map((request) => withToken(request, token))
  await load(url, { name: 'a day', callers: 1, requests }, { amount: requests.length })
  await pause(5000)
  const own = `actor_id = (SELECT id FROM employees WHERE email = '${account.email}') AND action <> 'set password'`
  const rows = await query(`SELECT * FROM audit_events WHERE ${own}`)
  say(`A day: ${rows.length} rows`)
  const events: AuditEvent[] = rows.map(({ action, record_kind: kind, details, ...row }) => {
    const origin = { sessionId: row.session_id, network: row.network, requestId: row.request_id }
    const actor = { role: row.actor_role, employeeId: row.actor_id, ...origin }
    return { at: new Date(), action, kind, id: row.record_id ?? undefined, details, actor }
  })
  const database = { kind: 'embedded', dataDir } as const
  const settings = { progress() {}, log: console, migrations: `${root}/migrations`, mode: 'attach' } as const
  const { db, close } = await openDatabase(database, settings)
  const keys = readAuditKeys({ dataDir, database, sessionSecret: undefined })
  const { round } = sealingRounds({ db, keys, folders: [], log: console })
  for (let count = 0; count < wanted; count += events.length) {
    await auditTrail(keys[0]).record(db, ...events.map((event) => ({ ...event, at: new Date() })))
    await round()
  }
  await close()
  const size = (table: string) =>
    `count(*) AS rows, pg_total_relation_size('${table}') AS bytes FROM ${table}`
  for (const table of ['audit_events', 'audit_seals'])
    say(`${table}: ${JSON.stringify(await query(`SELECT ${size(table)}`))}`)
  const startedAt = performance.now()
  await ops('verify-audit')
  say(`verify-audit: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

const rows = Number(process.argv[2] ?? 1_000_000)
await runOrExplain(() => runWithCleanup((cleanup) => measureTrail(rows, cleanup)), { readsEnvFile: false })
