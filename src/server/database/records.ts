import DataLoader from 'dataloader'
import { type AliasedExpression, CompiledQuery, sql } from 'kysely'
import type { Connection } from './connection.ts'
import { onPool } from './pools.ts'
import type { Database } from './tables.ts'

/* Shared by the stores of several kinds of records. */

const recordId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ids are opaque to callers: a malformed one names no record, which is 404 and not 400. */
export const isRecordId = (id: string): boolean => recordId.test(id)

/**
 * Returns a function that reads by key: `read` gets the keys of all calls that arrive in the same turn of the event loop, up
 * to 50. Nothing is cached.
 *
 * Statements take the keys as `= ANY ((SELECT $1::uuid[])::uuid[])`. Without the sub-select, PostgreSQL would plan each call
 * again, because it costs a generic plan for ten keys.
 */
export function readTogether<Key, Found>(
  read: (keys: Key[]) => Promise<Map<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const loader = new DataLoader<Key, Found | undefined>(
    async (keys) => {
      const found = await onPool('reads', () => read([...new Set(keys)]))
      return keys.map((key) => found.get(key))
    },
    { cache: false, batchScheduleFn: setImmediate, maxBatchSize: 50 },
  )
  return (key) => loader.load(key)
}

/** A table whose records can be restored. */
export type RecordTable = {
  [Table in keyof Database]: 'deleted_by' extends keyof Database[Table] ? Table : never
}[keyof Database]

/** Marks an existing record as deleted; its row stays. Returns its id as stored, if there was one. */
export async function markDeleted(
  db: Connection,
  table: RecordTable,
  id: string,
  by: string,
  now: Date,
): Promise<string | undefined> {
  if (!isRecordId(id)) return undefined
  const { rows } = await sql<{ id: string }>`
    UPDATE ${sql.table(table)} SET deleted_at = ${now}, deleted_by = ${by}, version = version + 1
    WHERE id = ${id} AND deleted_at IS NULL RETURNING id`.execute(db)
  return rows[0]?.id
}

type FieldOf<Row> = keyof Row & string

/** Select list with an expression for each field, under the field's name. */
export function selectColumns<Row>(expressionOf: Record<FieldOf<Row>, string>) {
  const expressions = Object.entries<string>(expressionOf)
  return {
    /** For statements that Kysely builds. */
    columns: expressions.map(([field, expression]) => sql.raw(expression).as(field)) as {
      [Field in FieldOf<Row>]: AliasedExpression<Row[Field], Field>
    }[FieldOf<Row>][],
    /** For statements that are written out. */
    list: sql.raw(listText(expressions)),
    /** For statements that are kept as text. */
    text: listText(expressions),
  }
}

const listText = (expressions: [string, string][]) =>
  expressions.map(([field, expression]) => `${expression} AS "${field}"`).join(', ')

/**
 * An instant as JSON has it, for records that are read by the dozen: a `Date` takes Node.js several times as long to parse and
 * to write again. The columns are without a time zone, which tells the parser in `connection.ts` that they are in UTC.
 */
export const isoText = (instant: string) => `${instant} AT TIME ZONE 'UTC'`

/**
 * A statement that is kept as text, for the few most frequent ones: composing them for each call costs more than everything
 * else in it. `:name` stands for the value of that name.
 */
export function statement<Values extends object, Row>(text: string) {
  const names: (keyof Values)[] = []
  const numbered = text.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, name) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return async (db: Connection, values: Values): Promise<Row[]> => {
    const parameters = names.map((name) => values[name])
    return (await db.executeQuery<Row>(CompiledQuery.raw(numbered, parameters))).rows
  }
}
