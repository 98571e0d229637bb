import type { ClientRecordKind } from '#contract/client-records/schema.ts'
import { papers } from './papers/store.ts'

/** The stores of all kinds of client records. */
export const clientRecordStores = { paper: papers } satisfies Record<ClientRecordKind, unknown>
