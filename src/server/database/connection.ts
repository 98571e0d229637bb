import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** What every store function takes first: the pool, or the transaction that the statement belongs to. */
export type Connection = Kysely<Database>
