import { type RawBuilder, sql } from 'kysely'
import type { ClientRecord, ClientRecordKind, ClientRecordName } from '#contract/client-records/schema.ts'
import type { Due } from '#contract/due/endpoints.ts'
import { type FieldValue, namesOf, type RecordFields } from '#contract/record-field.ts'
import type { StoredRecord } from '#server/audit/digest.ts'
import type { StoredVersion } from '#server/audit/verify-records.ts'
import type { Connection } from '#server/database/connection.ts'
import { columnOf, columnsOf, columnValues } from '#server/database/field-columns.ts'
import { isoText, isRecordId, selectColumns } from '#server/database/records.ts'
import type { Database } from '#server/database/tables.ts'

interface DueFilter {
  until: string
  worker: string | undefined
  limit: number
}

type Values = Readonly<Record<string, FieldValue | undefined>>

type TableName = {
  [Table in keyof Database]: 'client_id' | 'created_by' | 'edited_by' extends keyof Database[Table]
    ? Table
    : never
}[keyof Database]

interface ClientRecordTable<Row> {
  name: ClientRecordName
  kind: ClientRecordKind
  table: TableName
  fields: RecordFields
  /** What is stored besides the fields, in SQL, by name. */
  columns?: Record<string, string>
  /** What only replies have, in SQL, by name. */
  lookups?: Record<string, string>
  /** What lookups read besides the table: a join that may depend on the client's id. */
  join?: (clientId: RawBuilder<unknown>) => RawBuilder<unknown>
  /** What replies have that depends on the day, 'YYYY-MM-DD'. */
  ofToday?: (record: Row, today: string) => Partial<Row>
  /** The order of a client's list, in SQL. */
  order: string
  /** For kinds that become due: the field with the day, the condition for those that still can, and what to call them by their fields. */
  due?: { on: string; where: string; what: (record: Row) => string }
}

/** Who changes a record, and when. */
export interface Change {
  by: string
  now: Date
}

/** Joins `…_email` and `…_name` of the employee with that id. Sub-selects would look for the employee once for each. */
export const joinPerson = (who: string, id: string) =>
  sql.raw(`
    LEFT JOIN (
      SELECT id AS ${who}_id, email AS ${who}_email, trim(first_name || ' ' || last_name) AS ${who}_name FROM employees
    ) AS ${who} ON ${who}_id = ${id}`)

export type ClientRecordStore<Row extends ClientRecord> = ReturnType<typeof clientRecordStore<Row>>

/**
 * Reads and writes the table of a kind of client record. Each change keeps the row as it was in `client_record_versions`. A
 * snapshot is read like the row that it was: `jsonb_populate_record` takes the place of the table.
 */
export function clientRecordStore<Row extends ClientRecord>(definition: ClientRecordTable<Row>) {
  const { kind, fields, order } = definition
  const [table, rowType] = [sql.table(definition.table), sql.raw(`NULL::${definition.table}`)]
  const column = (name: string) => `${definition.table}.${name}`
  /** What audit rows prove. People are ids here: an email address may change. */
  const stored = {
    clientId: column('client_id'),
    ...columnsOf(fields, `${definition.table}.`),
    ...definition.columns,
    createdAt: isoText(column('created_at')),
    createdBy: column('created_by'),
    editedAt: isoText(column('edited_at')),
    editedBy: column('edited_by'),
  }
  const own = { id: column('id'), version: column('version') }
  const { list: storedColumns } = selectColumns<Record<string, FieldValue>>({ ...own, ...stored })
  const { list: columns } = selectColumns<Record<string, FieldValue>>({
    ...own,
    ...stored,
    createdBy: 'creator_email',
    editedBy: 'editor_email',
    // For the record packet: replies leave them out.
    createdByName: 'creator_name',
    editedByName: 'editor_name',
    ...definition.lookups,
  })
  /** What `columns` need besides the table. */
  const joins = (clientId: RawBuilder<unknown>) => sql`
    ${joinPerson('creator', column('created_by'))} ${joinPerson('editor', column('edited_by'))}
    ${definition.join?.(clientId) ?? sql``}`
  // The keys of the version count, whatever the snapshot itself says.
  const earlier = sql`(
      SELECT record_id, version, record || jsonb_build_object('id', record_id, 'version', version) AS record
      FROM client_record_versions WHERE kind = ${kind}
    ) AS earlier CROSS JOIN LATERAL jsonb_populate_record(${rowType}, record) AS ${table}`

  const toRecord = (row: Omit<Row, '_id'>) => ({ _id: row.id, ...row }) as Row
  const toStored = ({ id, version, ...values }: StoredRow): StoredRecord => ({ kind, id, version, values })

  const clientOf = (id: string) => sql`(SELECT client_id FROM ${table} WHERE id = ${id})`

  /** The columns of the rows that a statement changes. */
  const returning = (change: RawBuilder<unknown>) => sql<Row>`
    WITH changed AS (${change} RETURNING *)
    SELECT ${columns} FROM changed AS ${table} ${joins(sql.raw(column('client_id')))}`

  async function find(db: Connection, id: string): Promise<Row | undefined> {
    if (!isRecordId(id)) return undefined
    const { rows } = await sql<Row>`
      SELECT ${columns} FROM ${table} JOIN clients ON clients.id = client_id ${joins(clientOf(id))}
      WHERE ${table}.id = ${id} AND deleted_at IS NULL`.execute(db)
    return rows.map(toRecord)[0]
  }

  return {
    ...definition,

    /** For statements of the kind's own: the columns, what they are joined with, and what makes a row a record. */
    columns,
    joins,
    toRecord,

    /** Those of an existing client. */
    async ofClient(db: Connection, clientId: string): Promise<Row[]> {
      if (!isRecordId(clientId)) return []
      const { rows } = await sql<Row>`
        SELECT ${columns} FROM ${table} ${joins(sql`${clientId}`)}
        WHERE client_id = ${clientId} AND EXISTS (SELECT FROM clients WHERE clients.id = ${clientId} AND deleted_at IS NULL)
        ORDER BY ${sql.raw(order)}`.execute(db)
      return rows.map(toRecord)
    },

    async countOfClient(db: Connection, clientId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) FROM ${table} WHERE client_id = ${clientId}`.execute(db)
      return firstOf(rows).count
    },

    /** A record of an existing client. */
    find,

    /** The same, locked until the transaction ends. The client is locked, too, as for every change about it. */
    async lock(trx: Connection, id: string): Promise<Row | undefined> {
      if (!isRecordId(id)) return undefined
      for (;;) {
        const { rows } = await sql`
          SELECT FROM clients JOIN ${table} ON client_id = clients.id
          WHERE ${table}.id = ${id} FOR NO KEY UPDATE`.execute(trx)
        const found = await find(trx, id)
        // None was locked if a merge has just moved the record to another client.
        if (rows.length > 0 || !found) return found
      }
    },

    /** The caller has locked the client. */
    async add(trx: Connection, clientId: string, values: Values, { by, now }: Change): Promise<Row> {
      const row = {
        client_id: clientId,
        created_at: now,
        created_by: by,
        ...columnValues(namesOf(values), values),
      }
      const { rows } = await returning(sql`
        INSERT INTO ${table} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        VALUES (${sql.join(Object.values(row))})`).execute(trx)
      return firstOf(rows.map(toRecord))
    },

    /** Changes these values of locked records, and keeps each as it was. */
    async edit(trx: Connection, ids: string[], values: Values, { by, now }: Change): Promise<Row[]> {
      await sql`
        INSERT INTO client_record_versions (kind, record_id, version, client_id, record)
        SELECT ${kind}, id, version, client_id, to_jsonb(${table}) FROM ${table}
        WHERE id = ANY (${ids}::uuid[])`.execute(trx)
      const changes = Object.entries(columnValues(namesOf(values), values)).map(
        ([name, value]) => sql`${sql.ref(name)} = ${value}`,
      )
      const { rows } = await returning(sql`
        UPDATE ${table} SET ${sql.join(changes)}, edited_at = ${now}, edited_by = ${by}, version = version + 1
        WHERE id = ANY (${ids}::uuid[])`).execute(trx)
      return rows.map(toRecord)
    },

    /** A record before each of its changes, newest first; without a limit, all of them. */
    async versionsOf(db: Connection, id: string, limit: number | null = null): Promise<Row[]> {
      const { rows } = await sql<Row>`
        SELECT ${columns} FROM ${earlier} ${joins(clientOf(id))} WHERE record_id = ${id}
        ORDER BY earlier.version DESC LIMIT ${limit}`.execute(db)
      return rows.map(toRecord)
    },

    /** What is due until a day, 'YYYY-MM-DD', for a worker's clients or for everyone's, the earliest first. */
    async due(db: Connection, { until, worker, limit }: DueFilter): Promise<Due[]> {
      if (!definition.due) return []
      const { on, where, what } = definition.due
      const day = sql.raw(column(columnOf(on)))
      const { rows } = await sql<Row & { on: string; client: Due['client'] }>`
        SELECT ${storedColumns}, ${day} AS on, json_build_object('id', clients.id, 'firstName', first_name,
          'lastName', last_name, 'dateOfBirth', date_of_birth) AS client
        FROM ${table} JOIN clients ON clients.id = client_id
        WHERE ${day} <= ${until} AND ${sql.raw(where)} AND deleted_at IS NULL
          AND status IS DISTINCT FROM 'discharged' AND ${worker ? sql`clients.assigned_to = ${worker}` : sql`true`}
        ORDER BY ${day}, ${table}.id LIMIT ${limit}`.execute(db)
      return rows.map((row) => ({
        kind: definition.name,
        id: row.id,
        on: row.on,
        what: what(toRecord(row)),
        client: row.client,
      }))
    },

    /** What the audit rows of changes prove. */
    async stored(trx: Connection, ids: string[]): Promise<StoredRecord[]> {
      const { rows } = await sql<StoredRow>`
        SELECT ${storedColumns} FROM ${table} WHERE id = ANY (${ids}::uuid[])`.execute(trx)
      return rows.map(toStored)
    },

    async count(db: Connection): Promise<number> {
      const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ${table}`.execute(db)
      return firstOf(rows).count
    },

    /** All records as stored, in the order of their ids, after the one with the id `after`. */
    async page(db: Connection, { after, limit }: { after: string | undefined; limit: number }) {
      const { rows } = await sql<StoredRow & { isMadeUp: boolean; earlierVersions: number }>`
        SELECT ${storedColumns}, made_up AS "isMadeUp",
          (SELECT count(*) FROM client_record_versions WHERE record_id = ${table}.id AND kind = ${kind}) AS "earlierVersions"
        FROM (
          SELECT * FROM ${table} WHERE ${after === undefined ? sql`true` : sql`id > ${after}::uuid`} ORDER BY id LIMIT ${limit}
        ) AS ${table} JOIN clients ON clients.id = client_id
        ORDER BY ${table}.id`.execute(db)
      return rows.map(({ isMadeUp, earlierVersions, ...row }) => ({
        record: toStored(row),
        isMadeUp,
        earlierVersions,
      }))
    },

    /** All earlier versions as stored, in the order of id and version. */
    async versions(
      db: Connection,
      { after, limit }: { after: StoredRecord | undefined; limit: number },
    ): Promise<StoredVersion[]> {
      const { rows } = await sql<StoredRow & { isMadeUp: boolean }>`
        SELECT ${storedColumns}, EXISTS (
          SELECT FROM ${table} AS current JOIN clients ON clients.id = current.client_id
          WHERE current.id = record_id AND made_up
        ) AS "isMadeUp"
        FROM ${earlier}
        WHERE ${after ? sql`(record_id, earlier.version) > (${after.id}::uuid, ${after.version})` : sql`true`}
        ORDER BY record_id, earlier.version LIMIT ${limit}`.execute(db)
      return rows.map(({ isMadeUp, ...row }) => ({ record: toStored(row), isMadeUp }))
    },
  }
}

type StoredRow = { id: string; version: number } & Record<string, FieldValue>

export function firstOf<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a locked record is gone')
  return row
}
