import type { AuditTrail } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { refreshLastNotes } from '#server/notes/store.ts'
import { OperatorError } from '#server/operator-error.ts'
import { seedCalendar } from './calendar.ts'
import { makeNote } from './notes.ts'
import { seedFaker } from './people.ts'
import { makeClient, makeEmployee, makeMessage } from './records.ts'
import {
  findMadeUpClients,
  findMadeUpEmployees,
  insertRecords,
  type MadeUpRows,
  type NumberedTable,
  nextIndex,
  numberedTables,
} from './store.ts'

/** Numbers of made-up records by kind. */
export interface SeedCounts {
  employees: number
  clients: number
  notes: number
  messages: number
}

interface SeedSettings {
  trail: AuditTrail
  now: Date
  /** The organization's. Notes are written in its office hours. */
  timeZone: string
  /** Called after each batch. */
  onProgress?: (kind: keyof SeedCounts, done: number, total: number) => void
}

/** How many employees are added if notes are asked for and there is no made-up employee to write them. */
const minAuthors = 3

const batchSize = 2_000

/** Adds made-up records, all or none. Returns the counts, which may include more employees than asked for. */
export async function seed(db: Connection, counts: SeedCounts, settings: SeedSettings): Promise<SeedCounts> {
  return await db.transaction().execute((trx) => seedWithin(trx, counts, settings))
}

/** The same inside the caller's transaction. */
export async function seedWithin(
  trx: Connection,
  counts: SeedCounts,
  { trail, now, timeZone, onProgress = () => {} }: SeedSettings,
): Promise<SeedCounts> {
  // One seed at a time, because the next one continues its numbers.
  await takeLock(trx, 'seed')
  const calendar = seedCalendar(now, timeZone)
  const hasAuthors = counts.employees > 0 || (await findMadeUpEmployees(trx)).length > 0
  const added = { ...counts, employees: counts.notes > 0 && !hasAuthors ? minAuthors : counts.employees }

  /** Adds the records of a kind in batches to keep memory use constant. */
  async function make(kind: keyof SeedCounts, table: NumberedTable, record: (index: number) => MadeUpRows) {
    const first = await nextIndex(trx, table)
    for (let done = 0; done < added[kind]; ) {
      const length = Math.min(batchSize, added[kind] - done)
      const start = first + done
      seedFaker(numberedTables.indexOf(table), start)
      await insertRecords(
        trx,
        Array.from({ length }, (_, offset) => record(start + offset)),
      )
      done += length
      onProgress(kind, done, added[kind])
    }
  }

  await make('employees', 'employees', (index) => makeEmployee(index, calendar))
  const authors = await findMadeUpEmployees(trx)
  await make('clients', 'clients', (index) => makeClient(index, calendar, authors))
  if (added.notes > 0) {
    const clients = await findMadeUpClients(trx)
    if (clients.length === 0) {
      throw new OperatorError(
        'There are no made-up clients to write notes about. Add some with --clients, too.',
      )
    }
    await make('notes', 'notes', (index) => makeNote(index, clients, authors, calendar))
    await refreshLastNotes(
      trx,
      clients.map(({ id }) => id),
      timeZone,
    )
  }
  await make('messages', 'contact_messages', (index) => makeMessage(index, calendar))
  await trail.record(trx, {
    at: now,
    action: 'seeded',
    kind: 'made-up records',
    details: { counts: { ...added } },
  })
  return added
}
