import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Permission } from '#contract/access/permissions.ts'
import { type AuditedKind, type auditedKinds, manifests } from '#contract/manifests.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'
import type { AuditEvent, AuditTrail } from './store.ts'

/** With the time that writing takes, a row is written within a second. */
const flushAfterMilliseconds = 500
/** The most rows that wait while the database can't be written. Further ones are dropped, and the log says how many. */
const maxBacklog = 50_000
/** A row names no more records than this, unless a single page shows more. */
const mostRecords = 200

export interface ViewLog {
  /**
   * Queues the row of a view or of a refused call; it is written within a second. A search loads a page for each key press:
   * if the user goes on typing `searchText` before the row is written, it stands for both, and names the records that either
   * has shown.
   */
  add(event: AuditEvent, searchText?: string): void
  /** Writes the queued rows; called at shutdown. */
  flush(): Promise<void>
}

interface ViewLogDeps {
  db: Connection
  trail: AuditTrail
  log: Pick<FastifyBaseLogger, 'error'>
}

interface View {
  event: AuditEvent
  searchText: string | undefined
}

/**
 * Writes audit rows of views and refused calls in batches: reading never waits for a write. A kill may lose those of the
 * last second. Rows of changes are written in the change's transaction.
 */
export function viewLog({ db, trail, log }: ViewLogDeps): ViewLog {
  let waiting: View[] = []
  /** The last view of each session, while it waits. */
  const latest = new Map<string, View>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = waiting
    waiting = []
    latest.clear()
    if (batch.length === 0) return
    try {
      await trail.record(db, ...batch.map(({ event }) => event))
    } catch (error) {
      const all = [...batch, ...waiting]
      waiting = all.slice(0, maxBacklog)
      const lost = all.length - waiting.length
      log.error(
        { err: error, waiting: waiting.length, lost },
        'audit rows of views and denied calls could not be written yet',
      )
      schedule()
    }
  }

  /** Writes one batch at a time: none overtakes a slow write. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  function schedule(): void {
    timer ??= setTimeout(flush, flushAfterMilliseconds).unref()
  }

  return {
    add(event, searchText) {
      const view = { event, searchText }
      const sessionId = event.actor && 'sessionId' in event.actor ? event.actor.sessionId : undefined
      const earlier = sessionId && latest.get(sessionId)
      if (earlier && isTypedFurther(earlier, view)) {
        Object.assign(earlier, { ...view, event: withRecordsOf(earlier.event, event) })
        return
      }
      waiting.push(view)
      if (sessionId) latest.set(sessionId, view)
      schedule()
    },
    flush,
  }
}

function isTypedFurther(earlier: View, { event, searchText }: View): boolean {
  return Boolean(
    searchText &&
      earlier.searchText &&
      (searchText.startsWith(earlier.searchText) || earlier.searchText.startsWith(searchText)) &&
      earlier.event.kind === event.kind &&
      earlier.event.action === event.action &&
      isDeepStrictEqual(event.details?.filter, earlier.event.details?.filter) &&
      recordsOf(earlier.event, event).length <= mostRecords,
  )
}

const recordsOf = (...events: AuditEvent[]) => [
  ...new Set(events.flatMap(({ details }) => details?.records ?? [])),
]

function withRecordsOf(earlier: AuditEvent, event: AuditEvent): AuditEvent {
  const records = recordsOf(earlier, event)
  return { ...event, details: { ...event.details, count: records.length, records } }
}

type RefusedKind = {
  [Kind in AuditedKind]: (typeof auditedKinds)[Kind]['actions'] extends { refused: string } ? Kind : never
}[AuditedKind]

/** The kind of record that a feature's refused calls are about. */
const kindByPermission = new Map(
  manifests.flatMap(({ permissions, audited }) => {
    const [kind] = Object.entries(audited).flatMap(([kind, { actions }]) =>
      'refused' in actions ? [kind as RefusedKind] : [],
    )
    return Object.keys(permissions).map((permission) => [permission, kind] as const)
  }),
)

export interface Refusal {
  actor: Actor
  permission: Permission
  /** The path's parameters, unchecked. */
  params: unknown
}

/** The audit row of a refused call: which permission was missing, for which record (docs/decisions/0042). */
export function refusedCall(at: Date, { actor, permission, params }: Refusal): AuditEvent {
  const { id, noteId, recordId } = params as { id?: string; noteId?: string; recordId?: string }
  const kind = kindByPermission.get(permission) ?? 'other call'
  const isBelowClient = kind === 'note' || recordId !== undefined
  const client = isBelowClient && recordIdOf(id)
  const details = { fields: [permission], ...(client && { client }) }
  const record = recordIdOf(isBelowClient ? (noteId ?? recordId) : id)
  return { at, actor, action: 'refused', kind, id: record, details }
}

/** Path parameters are unchecked, but audit rows hold only ids, in PostgreSQL's spelling. */
const recordIdOf = (param: string | undefined) =>
  param && isRecordId(param) ? param.toLowerCase() : undefined
