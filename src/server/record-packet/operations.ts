import { once } from 'node:events'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { namesOf } from '#contract/record-field.ts'
import type { PacketRequest } from '#contract/record-packet/endpoints.ts'
import { type PacketFile, packetFiles, packetParts } from '#contract/record-packet/fields.ts'
import { basisMissing, isReleased } from '#contract/record-packet/rules.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { lockClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { invalidInput } from '#server/http/failure.ts'
import { papers } from '#server/papers/store.ts'
import type { MadeRecord, RecordJob } from './make-record.ts'
import type { ReadPart } from './parts.ts'
import { readRecord } from './read-record.ts'
import { addDisclosure, employeeName } from './store.ts'

interface PacketContext extends Pick<RecordJob, 'organization' | 'fonts'> {
  db: Connection
  trail: AuditTrail
}

export type PacketFiles = Record<PacketFile, FileHandle>

interface PacketJob {
  clientId: string
  request: PacketRequest
  /** Who asked for it. */
  actor?: Actor
  /** Without an actor, the account on this machine that ran the command. */
  operator?: string
  madeAt: Date
  /** Empty ones, to write to. */
  files: PacketFiles
  /** Where the rows that were read are kept until they have been drawn. */
  folder: string
  /** Ends the work at once, and nothing is stored. */
  cut?: AbortSignal
}

/**
 * Writes the files of a packet, and stores the disclosure and the audit row once they are complete: they must not be sent
 * before. Undefined if the client does not exist; fails if there is neither a valid release to the recipient nor a basis.
 */
export async function makePacket(
  { db, trail, organization, fonts }: PacketContext,
  { clientId, request, actor, operator = '', madeAt, files, folder, cut }: PacketJob,
): Promise<MadeRecord | undefined> {
  const maker = actor
    ? { by: actor.email, byName: (await employeeName(db, actor.employeeId)) || actor.email }
    : { by: null, byName: `${operator}, on the server` }
  const chosen = namesOf(packetParts).filter((name) => request.include[name])
  // Earlier versions come with their record.
  const included = chosen.filter((name) => name !== 'versions' || chosen.length > 1)
  await using opened = new AsyncDisposableStack()
  const rows: Partial<Record<ReadPart, FileHandle>> = { workers: opened.use(await openUnnamed(folder)) }
  for (const name of included) if (name !== 'versions') rows[name] = opened.use(await openUnnamed(folder))
  const { timeZone } = organization
  const { recipient, purpose, basis = null, from = null, to = null } = request
  const read = await readRecord(
    { db, clientId, timeZone, period: { from, to }, withVersions: request.include.versions === true },
    rows,
    cut,
  )
  if (!read) return undefined
  const job = {
    ...{ organization, fonts, ...read, included, request, maker, madeAt },
    rows: descriptorsOf(rows),
    files: descriptorsOf(files),
  }
  const made = await draw(job, cut)
  const { sha256, notes: count } = made
  const event = { at: madeAt, action: 'exported', kind: 'record packet' } as const
  return await db.transaction().execute(async (trx) => {
    // Otherwise a merge would leave this disclosure behind.
    if (!(await lockClient(trx, clientId))) return undefined
    const day = calendarDayIn(timeZone)(madeAt)
    if (!basis && !isReleased(recipient, await papers.ofClient(trx, clientId), day))
      throw invalidInput({ basis: basisMissing })
    const stored = await addDisclosure(trx, clientId, {
      ...{ at: madeAt.toISOString(), ...maker },
      ...{ recipient, purpose, basis, from, to, sha256 },
    })
    const details = { client: clientId, fields: included, count, ...trail.proofOf(stored) }
    await trail.record(trx, { ...event, ...(actor && { actor }), id: stored.id, details })
    cut?.throwIfAborted()
    return made
  })
}

const descriptorsOf = <Name extends string>(files: Partial<Record<Name, FileHandle>>) =>
  Object.fromEntries(
    Object.entries<FileHandle>(files as Record<Name, FileHandle>).map(([name, { fd }]) => [name, fd]),
  ) as Record<Name, number>

async function draw(job: RecordJob, cut?: AbortSignal): Promise<MadeRecord> {
  cut?.throwIfAborted()
  // Beside this file, in the sources and in the build.
  const file = `./make-record${extname(import.meta.url)}`
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: job,
    // A record that needs more fails, and not the server.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  let made: MadeRecord | undefined
  worker.once('message', (message) => (made = message))
  cut?.addEventListener('abort', () => void worker.terminate())
  // Not sooner: until then it may write to the files, whose descriptors others get when they are closed.
  await once(worker, 'exit')
  if (!made) throw new Error('The thread ended before the record was drawn.')
  return made
}

/** New files of a packet, which are closed with `opened`. */
export async function openPacketFiles(
  opened: AsyncDisposableStack,
  openFile: (name: PacketFile) => Promise<FileHandle>,
): Promise<PacketFiles> {
  const files: Partial<PacketFiles> = {}
  for (const name of packetFiles) files[name] = opened.use(await openFile(name))
  return files as PacketFiles
}

/** A new file without a name: the system removes it when this process closes it or ends, however it ends. */
export async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, crypto.randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
