import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PacketRequest } from '#contract/record-packet/endpoints.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppDependencies } from '#server/app-context.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import { isRunning } from '#server/is-running.ts'
import type { MadeRecord, PacketContext } from './make-record.ts'
import { addDisclosure, employeeName } from './store.ts'

interface PacketJob {
  clientId: string
  request: PacketRequest
  /** Who asked for it; without one, the operator does, whose account is named so. */
  actor?: Actor
  operator?: string
  madeAt: Date
  folder: string
}

/**
 * Makes the files of a packet in a folder, and stores the disclosure and the audit row once they are complete: they must not be
 * sent before. Undefined if the client does not exist.
 */
export async function makePacket(
  { trail, ...context }: PacketContext & { trail: AuditTrail },
  { clientId, request, actor, operator = '', madeAt, folder }: PacketJob,
): Promise<MadeRecord | undefined> {
  // With it come the libraries for PDF and typefaces, which most servers never need.
  const { makeRecord } = await import('./make-record.ts')
  const { db } = context
  const maker = actor
    ? { by: actor.email, byName: (await employeeName(db, actor.employeeId)) || actor.email }
    : { by: null, byName: `${operator}, on the server` }
  const made = await makeRecord({ ...context, clientId, request, maker, madeAt, folder })
  if (!made) return undefined
  const { recipient, purpose, from = null, to = null } = request
  const { sha256, notes: count, included: fields } = made
  const event = { at: madeAt, action: 'exported', kind: 'record packet' } as const
  await db.transaction().execute(async (trx) => {
    const stored = await addDisclosure(trx, clientId, {
      ...{ at: madeAt.toISOString(), ...maker },
      ...{ recipient, purpose, from, to, sha256 },
    })
    const details = { client: clientId, fields, count, ...trail.proofOf(stored) }
    await trail.record(trx, { ...event, ...(actor && { actor }), id: stored.id, details })
  })
  return made
}

/** A new folder for the files of one packet, which names the process that has to remove it. */
export async function newPacketFolder({ folder }: AppDependencies['packets']): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return await mkdtemp(join(folder, `${process.pid}-`))
}

/** Removes what processes have left that were killed. */
export async function removeLeftPackets(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number.parseInt(name, 10)
    // In a container every process has the same id as the one before it.
    if (pid === process.pid || !isRunning(pid)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
