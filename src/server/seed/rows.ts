import { enteredColumns } from '#server/clients/row-store.ts'
import type { Calendar } from './calendar.ts'
import { chanceOf } from './chance.ts'
import { type MadeUpClient, madeUpClient } from './clients.ts'
import type { CopyRow } from './copy-text.ts'
import { madeUpEmployee } from './employees.ts'
import { madeUpMessage } from './messages.ts'
import { type Author, type Cast, madeUpNote, mayBeChanged } from './notes.ts'
import { type SeedTransaction, takenEmails } from './seed-store.ts'

/** Which records of a kind are made: so many from the number `first` on. */
interface Batch {
  first: number
  count: number
  calendar: Calendar
  onRow: () => void
}

function* indexes({ first, count }: Batch): Generator<number> {
  for (let index = first; index < first + count; index += 1) yield index
}

export async function addEmployees({ db, copy }: SeedTransaction, batch: Batch): Promise<void> {
  const taken = await takenEmails(db)
  function* rows(): Generator<CopyRow> {
    for (const index of indexes(batch)) {
      const employee = madeUpEmployee(index, batch.calendar)
      yield {
        id: employee.id,
        first_name: employee.firstName,
        last_name: employee.lastName,
        dob: employee.dateOfBirth,
        email: taken.has(employee.email) ? `${employee.id}@staff.example` : employee.email,
        phone: employee.phone,
        address: employee.address,
        role: employee.role,
        created_at: employee.createdAt,
        updated_at: employee.createdAt,
      }
    }
  }
  await copy('employees', rows(), batch.onRow)
}

/** Clients first, then what became of each: made twice, so that none has to be kept meanwhile. */
export async function addClients(
  { copy }: SeedTransaction,
  batch: Batch,
  employees: readonly Author[],
): Promise<void> {
  function* rows(): Generator<CopyRow> {
    for (const index of indexes(batch)) yield clientRow(madeUpClient(index, batch.calendar))
  }
  await copy('clients', rows(), batch.onRow)
  function* changes(): Generator<CopyRow> {
    for (const index of indexes(batch)) {
      yield* statusRows(index, madeUpClient(index, batch.calendar), employees)
    }
  }
  await copy('client_status_changes', changes())
}

function clientRow(client: MadeUpClient): CopyRow {
  return {
    id: client.id,
    ...enteredColumns(client),
    version: client.history.length,
    created_at: client.createdAt,
    updated_at: client.history.at(-1)?.at ?? client.createdAt,
  }
}

function* statusRows(
  index: number,
  { id, history }: MadeUpClient,
  employees: readonly Author[],
): Generator<CopyRow> {
  const chance = chanceOf('status', index)
  for (const [place, { status, at }] of history.entries()) {
    yield {
      client_id: id,
      from_status: history[place - 1]?.status ?? null,
      to_status: status,
      changed_at: at,
      changed_by: employees.length > 0 ? chance.pick(employees).id : null,
    }
  }
}

/** Notes first, then the earlier texts of the few that were changed, made once more. */
export async function addNotes({ copy }: SeedTransaction, batch: Batch, cast: Cast): Promise<void> {
  function* rows(): Generator<CopyRow> {
    for (const index of indexes(batch)) {
      const note = madeUpNote(index, cast, batch.calendar)
      yield {
        id: note.id,
        client_id: note.clientId,
        text: note.text,
        author_id: note.authorId,
        author_email: note.authorEmail,
        created_at: note.createdAt,
        edited_at: note.edit?.at ?? null,
        edited_by_email: note.edit?.byEmail ?? null,
        version: note.edit ? 2 : 1,
      }
    }
  }
  await copy('notes', rows(), batch.onRow)
  function* earlier(): Generator<CopyRow> {
    for (const index of indexes(batch)) {
      if (!mayBeChanged(index)) continue
      const { id, authorEmail, createdAt, edit } = madeUpNote(index, cast, batch.calendar)
      if (!edit) continue
      yield {
        note_id: id,
        version: 1,
        text: edit.earlierText,
        author_email: authorEmail,
        written_at: createdAt,
      }
    }
  }
  await copy('note_versions', earlier())
}

export async function addMessages({ copy }: SeedTransaction, batch: Batch): Promise<void> {
  function* rows(): Generator<CopyRow> {
    for (const index of indexes(batch)) {
      const { id, name, email, message, receivedAt, readAt } = madeUpMessage(index, batch.calendar)
      yield { id, name, email, message, received_at: receivedAt, read_at: readAt }
    }
  }
  await copy('contact_messages', rows(), batch.onRow)
}
