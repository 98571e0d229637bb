import type { ClientRecordKind } from '#contract/client-records/schema.ts'
import { followUps } from './follow-ups/store.ts'
import { papers } from './papers/store.ts'

/** The stores of all kinds of client records. */
export const clientRecordStores = {
  paper: papers,
  'follow-up': followUps,
} satisfies Record<ClientRecordKind, unknown>
