import { type AliasedExpression, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Connection } from './connection.ts'
import type { Database } from './tables.ts'

/* What the stores of several kinds of records share. */

const recordId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ids are opaque to callers: one that can't be ours names no record, which is 404 and not an error. */
export const isRecordId = (id: string): boolean => recordId.test(id)

type RecordTable = Extract<keyof Database, 'clients' | 'contact_messages' | 'employees' | 'notes'>

/** Takes an existing record out of every call; its row stays. Answers its id as the table spells it, if there was one. */
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

/** What a statement answers of a row: an expression for each field, under the field's name, so that no row is renamed. */
export function columnsOf<Row>(expressionOf: Record<FieldOf<Row>, string>) {
  const expressions = Object.entries<string>(expressionOf)
  return {
    /** For statements that Kysely builds. */
    columns: expressions.map(([field, expression]) => sql.raw(expression).as(field)) as {
      [Field in FieldOf<Row>]: AliasedExpression<Row[Field], Field>
    }[FieldOf<Row>][],
    /** For statements that are written out. */
    list: sql.raw(expressions.map(([field, expression]) => `${expression} AS "${field}"`).join(', ')),
  }
}

/** Whether every word of `search` is part of `text`, in any order, blind to case and accents. No words match everything. */
export function hasWords(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const words = search.split(/\s+/).filter(Boolean)
  // An array is made once for the statement; without it the patterns would be made again for each row.
  const patterns = sql`ARRAY(SELECT name_pattern(word) FROM unnest(${words}::text[]) AS word)`
  return sql`fold_name(${text}) LIKE ALL (${patterns})`
}

const toDate = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

/** '2026-03-08 08:30:00.123456+00': how PostgreSQL writes an instant of our centuries where the time zone is UTC. */
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/

/**
 * An instant that was selected as text, as ISO 8601 with milliseconds. For rows that are answered by the page: the way over a
 * Date takes as long as reading the rest of the row.
 */
export function isoOfText(text: string): string {
  if (!inUtc.test(text)) return toDate(text).toISOString()
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement that Kysely compiles once, at its first call, for the few that are sent most often: compiling costs more than
 * all else that the application does for them. `build` may only put the values into the statement, not look at them.
 */
export function compiledOnce<Values extends object, Row>(build: (values: Values) => RawBuilder<Row>) {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as Values
  let compiled: CompiledQuery<Row> | undefined
  return async (db: Connection, values: Values): Promise<Row[]> => {
    compiled ??= build(placeholders).compile(db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
