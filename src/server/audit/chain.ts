import { createHmac } from 'node:crypto'
import type { AuditKey } from './keyring.ts'

/** An audit row as the chain seals it: every column as text, alike on every server and in every time zone. */
export interface SealedEvent {
  id: number
  at: string
  actor_id: string | null
  actor_role: string | null
  action: string
  record_kind: string
  record_id: string | null
  details: string
}

/** Where the chain ends: the next link refers to it. */
export interface ChainHead {
  seq: number
  hash: Buffer
}

export const emptyChain: ChainHead = { seq: 0, hash: Buffer.alloc(32) }

/** What a link holds: it seals its row, its own place, and through the former link everything before it. */
export function hashOfLink(key: AuditKey, before: ChainHead, event: SealedEvent): Buffer {
  const { id, at, actor_id, actor_role, action, record_kind, record_id, details } = event
  const sealed = [before.hash.toString('hex'), before.seq + 1, key.id, id, at]
  return createHmac('sha256', key.secret)
    .update(JSON.stringify([...sealed, actor_id, actor_role, action, record_kind, record_id, details]))
    .digest()
}
