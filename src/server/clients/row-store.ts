import type { Insertable, Selectable } from 'kysely'
import type { Client, ClientInput } from '#contract/clients/schema.ts'
import { columnsOf } from '#server/database/columns.ts'
import { isoOfText } from '#server/database/instants.ts'
import type { ClientTable } from '#server/database/tables.ts'

/* How a client stands in its row. What reads and writes clients follows from these two tables. */

/** The column of each field that a person fills in. */
const enteredColumnOf = {
  firstName: 'first_name',
  lastName: 'last_name',
  status: 'status',
  service: 'service',
  email: 'email',
  phone: 'phone',
  address: 'address',
  dateOfBirth: 'date_of_birth',
} as const satisfies Record<keyof ClientInput, keyof ClientTable>

/** The column of each field that is an instant. They are read as text. */
const instantColumnOf = {
  lastNoteAt: 'last_note_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const

/** The column of each field that is read. */
const columnOf = {
  id: 'id',
  ...enteredColumnOf,
  ...instantColumnOf,
  version: 'version',
} as const satisfies Record<keyof Omit<Client, '_id'>, keyof ClientTable>

type Field = keyof typeof columnOf

/** What is read of a client. */
export type ClientRow = {
  [Name in Field]: Name extends keyof typeof instantColumnOf
    ? Client[Name]
    : Selectable<ClientTable>[(typeof columnOf)[Name]]
}

/** What a statement about `clients` selects or returns for `clientOf`. */
export const { columns: clientColumns, list: clientColumnList } = columnsOf<ClientRow>(
  Object.fromEntries(
    Object.entries(columnOf).map(([field, column]) => [
      field,
      `clients.${column}${field in instantColumnOf ? '::text' : ''}`,
    ]),
  ) as Record<Field, string>,
)

/** What else a statement answers beside a client goes along; no reply schema names it. */
export function clientOf(row: ClientRow): Client {
  return {
    _id: row.id,
    ...row,
    lastNoteAt: row.lastNoteAt && isoOfText(row.lastNoteAt),
    createdAt: isoOfText(row.createdAt),
    updatedAt: isoOfText(row.updatedAt),
  }
}

type EnteredField = keyof typeof enteredColumnOf
type EnteredColumns = Pick<Insertable<ClientTable>, (typeof enteredColumnOf)[EnteredField]>

/** What a person filled in, by columns; what is missing is null (decision 36). */
export function enteredColumns(input: ClientInput): EnteredColumns {
  const fields = Object.keys(enteredColumnOf) as EnteredField[]
  const columns = fields.map((field) => [enteredColumnOf[field], input[field] ?? null])
  return Object.fromEntries(columns) as unknown as EnteredColumns
}
