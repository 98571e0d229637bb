import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Permission } from '#contract/access/permissions.ts'
import { type AuditedKind, type auditedKinds, manifests } from '#contract/manifests.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'
import type { AuditEvent, AuditTrail } from './store.ts'

const flushAfterMilliseconds = 500
/** The most rows that wait while the database can't be written. Further ones are dropped, and the log says how many. */
const maxBacklog = 50_000

/** A search loads a page for each key press. Pages that follow each other within this time share one row. */
const pauseMilliseconds = 2_000
/** One row is written at least this often, so that a program that never pauses leaves rows, too. */
const longestTypingMilliseconds = 10_000
/** A row names no more records than this, unless a single page shows more. */
const mostRecords = 500

export interface ViewLog {
  /**
   * Queues the row of a view or of a refused call; it is written within a second. The row for the first page of a search
   * waits for a pause or for the session's next row. If the user goes on typing
   * `searchText`, the next search's row stands for both, and names the records that either has shown.
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

/**
 * Writes audit rows of views and refused calls in batches: reading never waits for a write. A kill may lose the
 * last seconds of them. Rows of changes are written in the change's transaction.
 */
export function viewLog({ db, trail, log }: ViewLogDeps): ViewLog {
  let waiting: AuditEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      await trail.record(db, ...batch)
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

  function enqueue(event: AuditEvent): void {
    waiting.push(event)
    schedule()
  }

  const searches = new Map<string, Search>()

  /** Queues the row of a session's current search. */
  function flushSearch(sessionId: string): void {
    const search = searches.get(sessionId)
    if (!search) return
    clearTimeout(search.timer)
    searches.delete(sessionId)
    enqueue(search.event)
  }

  function addSearch(event: AuditEvent, searchText: string, sessionId: string): void {
    const earlier = searches.get(sessionId)
    const records = [
      ...new Set([...(earlier?.event.details?.records ?? []), ...(event.details?.records ?? [])]),
    ]
    const isTypedFurther =
      earlier?.event.kind === event.kind &&
      earlier.event.action === event.action &&
      (searchText.startsWith(earlier.searchText) || earlier.searchText.startsWith(searchText)) &&
      isDeepStrictEqual(event.details?.filter, earlier.event.details?.filter) &&
      records.length <= mostRecords &&
      event.at.getTime() - earlier.since.getTime() < longestTypingMilliseconds
    if (isTypedFurther) clearTimeout(earlier.timer)
    else flushSearch(sessionId)
    const timer = setTimeout(flushSearch, pauseMilliseconds, sessionId).unref()
    const since = isTypedFurther ? earlier.since : event.at
    const details = { ...event.details, count: records.length, records }
    searches.set(sessionId, {
      event: isTypedFurther ? { ...event, details } : event,
      searchText,
      since,
      timer,
    })
  }

  return {
    add(event, searchText) {
      const sessionId = event.actor && 'sessionId' in event.actor ? event.actor.sessionId : undefined
      if (sessionId && searchText) return addSearch(event, searchText, sessionId)
      if (sessionId) flushSearch(sessionId)
      enqueue(event)
    },
    flush() {
      for (const sessionId of searches.keys()) flushSearch(sessionId)
      return flush()
    },
  }
}

/** The latest search of a session, while its user may be typing. */
interface Search {
  event: AuditEvent
  searchText: string
  /** When the first of the searches that it replaces was made. */
  since: Date
  timer: NodeJS.Timeout
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
