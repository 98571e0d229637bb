import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Connection } from './connection.ts'
import type { Database } from './tables.ts'

/** A connection that is in a transaction already, in the form that store functions take. */
export function onlyConnection(client: pg.Client): Connection {
  const connection = {
    query: client.query.bind(client),
    release: () => {},
  } as unknown as pg.PoolClient
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
