import type { FastifyBaseLogger } from 'fastify'
import type { Permission } from '#contract/access/permissions.ts'
import type { AuditActions, AuditedKind } from '#contract/audit/actions.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'
import { type AuditEvent, recordAudit } from './store.ts'

const flushAfterMilliseconds = 500
/** While rows can't be written, as many views wait; then the newest are given up, and the log says how many. */
const longestBacklog = 50_000

export interface ViewLog {
  /** A user looked at a record or a list, or was refused; the row is written within a second. */
  add(event: AuditEvent): void
  /** Writes what waits; called at shutdown. */
  flush(): Promise<void>
}

/**
 * Audit rows of *views*, and of refused calls, in batches, so that looking never waits for a write. A kill may lose the
 * last second of them; changes are audited in their own transaction and lose nothing.
 */
export function viewLog(db: Connection, log: Pick<FastifyBaseLogger, 'error'>): ViewLog {
  let waiting: AuditEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      await recordAudit(db, ...batch)
    } catch (error) {
      const all = [...batch, ...waiting]
      waiting = all.slice(0, longestBacklog)
      const lost = all.length - waiting.length
      log.error(
        { err: error, waiting: waiting.length, lost },
        'audit rows of views and refusals could not be written yet',
      )
      schedule()
    }
  }

  /** One at a time: a slow write must not be overtaken. */
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
    add(event) {
      waiting.push(event)
      schedule()
    },
    flush,
  }
}

/** The first part of a permission, such as `clients`. */
type Subject<P extends string = Permission> = P extends `${infer First}:${string}` ? First : never

type RefusedKind = {
  [Kind in AuditedKind]: 'refused' extends AuditActions[Kind] ? Kind : never
}[AuditedKind]

const kinds: Partial<Record<string, RefusedKind>> = {
  clients: 'client',
  notes: 'note',
  employees: 'employee',
  'contact-messages': 'contact message',
  'outgoing-mail': 'outgoing mail',
} satisfies Partial<Record<Subject, RefusedKind>>

export interface Refusal {
  actor: Actor
  asked: Permission
  /** Of the address, as they were typed. */
  params: unknown
}

/** The row of a call that the caller's role does not allow: what was asked, and of which record (docs/decisions/0042). */
export function refusedCall(at: Date, { actor, asked, params }: Refusal): AuditEvent {
  const { id, noteId } = params as { id?: string; noteId?: string }
  const kind = kinds[asked.split(':')[0] ?? ''] ?? 'other call'
  const client = kind === 'note' && recordIn(id)
  const details = { fields: [asked], ...(client && { client }) }
  return { at, actor, action: 'refused', kind, id: recordIn(kind === 'note' ? noteId : id), details }
}

/** A parameter holds whatever was typed; a row holds ids only, as the database writes them. */
const recordIn = (param: string | undefined) => (param && isRecordId(param) ? param.toLowerCase() : undefined)
