import type pg from 'pg'
import type { Migration } from '#server/database/migrate.ts'
import type { BackupHeader } from './format.ts'

export interface Table {
  name: string
  /** Without the generated and the derived ones. */
  columns: string[]
  /** What to order by, so that the same rows always give the same text. */
  order: string[]
  /** Other tables whose rows must be there first. */
  refersTo: string[]
}

const isOfSchema = `c.relnamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

/** What triggers keep of other tables, and fill anew when those are restored: no part of a backup. */
const derivedTables = ['client_counts']
const derivedColumns = ['moved_in']

/** Every table of the schema but the record of migrations and derived ones, those first to which others refer. */
export async function tablesOf(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `SELECT c.relname::text AS name,
       ARRAY(SELECT attname::text FROM pg_attribute
             WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL ($2)
             ORDER BY attnum) AS columns,
       ARRAY(SELECT quote_ident(attname) || CASE WHEN attcollation = 0 THEN '' ELSE ' COLLATE "C"' END
             FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS part (attnum, place)
             JOIN pg_attribute a USING (attnum)
             WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid ORDER BY place) AS "order",
       ARRAY(SELECT DISTINCT other.relname::text FROM pg_constraint JOIN pg_class other ON other.oid = confrelid
             WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS "refersTo"
     FROM pg_class c
     WHERE ${isOfSchema} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'migrations'
       AND c.relname <> ALL ($1)
     ORDER BY c.relname COLLATE "C"`,
    [derivedTables, derivedColumns],
  )
  return referredFirst(rows)
}

/** Tables in a circle, of which there are none yet, come last as they are. */
function referredFirst(tables: Table[]): Table[] {
  const sorted: Table[] = []
  const isPlaced = (name: string) => sorted.some((table) => table.name === name)
  let waiting = tables
  while (waiting.length > 0) {
    const ready = waiting.filter(({ refersTo }) =>
      refersTo.every((name) => isPlaced(name) || !waiting.some((table) => table.name === name)),
    )
    if (ready.length === 0) return [...sorted, ...waiting]
    sorted.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return sorted
}

/** How far the numbers of identity columns have been given out. */
export async function countersOf(owner: pg.Client): Promise<BackupHeader['counters']> {
  const { rows } = await owner.query<BackupHeader['counters'][number]>(
    `SELECT "table", "column", last FROM (
       SELECT c.relname::text AS table, a.attname::text AS column,
         -- Asked of anything else than a sequence, it fails; the planner may ask before it sorts those out.
         CASE WHEN s.relkind = 'S' THEN pg_sequence_last_value(s.oid::regclass)::text END AS last
       FROM pg_class s
       JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid
        AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
       JOIN pg_class c ON c.oid = d.refobjid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
       WHERE ${isOfSchema} AND s.relkind = 'S'
     ) AS counted
     WHERE last IS NOT NULL
     ORDER BY "table" COLLATE "C"`,
  )
  return rows
}

/** A thing in the schema that SQL can drop: what it is, its name, and how a statement calls it. */
export interface SchemaObject {
  kind: 'VIEW' | 'MATERIALIZED VIEW' | 'TABLE' | 'SEQUENCE' | 'FUNCTION' | 'PROCEDURE' | 'TYPE'
  name: string
  address: string
}

/** All that stands in the schema by itself and belongs to no extension. */
export async function objectsOf(owner: pg.Client): Promise<SchemaObject[]> {
  const { rows } = await owner.query<SchemaObject>(
    `SELECT CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
       c.relname::text AS name, quote_ident(c.relname) AS address
     FROM pg_class c
     WHERE ${isOfSchema} AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_depend d
                       WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
     UNION ALL
     SELECT CASE p.prokind WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END, p.proname::text, p.oid::regprocedure::text
     FROM pg_proc p
     WHERE p.pronamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     UNION ALL
     SELECT 'TYPE', t.typname::text, quote_ident(t.typname)
     FROM pg_type t
     WHERE t.typnamespace = current_schema()::regnamespace AND t.typtype IN ('e', 'd')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')`,
  )
  return rows
}

/** Whether our migrations speak of a thing by that name; what they don't was made by somebody else. */
export function areOurs(migrations: Migration[]): (object: { name: string }) => boolean {
  const words = new Set(migrations.flatMap(({ sql }) => sql.match(/[\w$]+/g) ?? []))
  return ({ name }) => name === 'migrations' || words.has(name)
}
