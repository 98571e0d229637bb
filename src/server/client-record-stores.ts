import type { ClientRecordKind } from '#contract/client-records/schema.ts'
import { authorizations } from './authorizations/store.ts'
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
  authorization: authorizations,
} satisfies Record<ClientRecordKind, unknown>
