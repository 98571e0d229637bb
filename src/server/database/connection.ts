import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from './tables.ts'

/** What every store function takes first: the pool, or the transaction that the statement belongs to. */
export type Connection = Kysely<Database>

/** A connection of the role that owns the tables, as `asOwner` lends it. */
export type Owner = pg.Client

/** A connection that is in a transaction already, in the form that store functions take. */
export function connectionOf(client: pg.ClientBase): Connection {
  const connection = { query: client.query.bind(client), release: () => {} } as unknown as pg.PoolClient
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
