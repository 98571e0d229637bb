import { createHmac } from 'node:crypto'
import { newestRowOf } from '#server/audit/reading-store.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'

const record = { kind: 'session secret', id: 'SESSION_SECRET' } as const

/** Reveals nothing about a strong secret. */
const fingerprintOf = (secret: string) =>
  createHmac('sha256', secret).update('stable-housing session secret').digest('hex').slice(0, 16)

/**
 * Enters in the audit trail that this secret is in use, unless its last row says so. Returns a warning if another one was:
 * on purpose, or because an instance has a wrong one, whose tokens the others reject.
 */
export async function enterSecret({
  db,
  trail,
  secret,
  clock,
}: {
  db: Connection
  trail: AuditTrail
  secret: string
  clock: () => Date
}): Promise<string | undefined> {
  const fingerprint = fingerprintOf(secret)
  const last = await newestRowOf(db, record)
  if (last?.details.fingerprint === fingerprint) return undefined
  const action = last ? 'changed' : 'used'
  await trail.record(db, { at: clock(), action, ...record, details: { fingerprint } })
  if (!last) return undefined
  return `The session secret is not the one last used with this database (since ${last.at.toISOString()}): everyone has to sign in again. If you did not change SESSION_SECRET or the data folder's file session-secret, or if other instances run with the former one, put it back.`
}
