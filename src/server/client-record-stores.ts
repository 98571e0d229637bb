import type { ClientRecordKind } from '#contract/client-records/schema.ts'
import { followUps } from './follow-ups/store.ts'
import { goals } from './goals/store.ts'
import { homes } from './homes/store.ts'
import { papers } from './papers/store.ts'
import { people } from './people/store.ts'

/** The stores of all kinds of client records. */
export const clientRecordStores = {
  paper: papers,
  'follow-up': followUps,
  person: people,
  home: homes,
  goal: goals,
} satisfies Record<ClientRecordKind, unknown>
