import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { isEmailTaken } from '#server/employees/store.ts'
import { refreshLastNotes } from '#server/notes/store.ts'
import { OperatorError } from '#server/operator-error.ts'
import { calendarOf } from './calendar.ts'
import { madeUpNote } from './notes.ts'
import { madeUpClient, madeUpEmployee, madeUpMessage } from './records.ts'
import {
  insertRecords,
  type MadeUpRows,
  madeUpClients,
  madeUpEmployees,
  type NumberedTable,
  nextIndex,
} from './store.ts'

/** How many made-up records of each kind. */
export interface SeedCounts {
  employees: number
  clients: number
  notes: number
  messages: number
}

interface SeedSettings {
  now: Date
  /** The organization's: its working hours are the notes'. */
  timeZone: string
  /** Hears now and then how many of a kind are made, of how many. */
  onProgress?: (kind: keyof SeedCounts, done: number, total: number) => void
}

/** Made where notes are asked for and there is no made-up employee to write them. */
const leastAuthors = 3

const recordsAtOnce = 2_000

/** Adds made-up records, all or none; answers how many, which may be more employees than asked for. */
export async function seed(db: Connection, counts: SeedCounts, settings: SeedSettings): Promise<SeedCounts> {
  return await db.transaction().execute((trx) => seedWithin(trx, counts, settings))
}

/** The same as a part of a transaction that does more. */
export async function seedWithin(
  trx: Connection,
  counts: SeedCounts,
  { now, timeZone, onProgress = () => {} }: SeedSettings,
): Promise<SeedCounts> {
  // One seed at a time: the next one goes on behind its records.
  await takeLock(trx, 'seed')
  const calendar = calendarOf(now, timeZone)
  const hasAuthors = counts.employees > 0 || (await madeUpEmployees(trx)).length > 0
  const added = { ...counts, employees: counts.notes > 0 && !hasAuthors ? leastAuthors : counts.employees }

  /** Makes the records of a kind, some at a time, so that memory stays flat however many there are. */
  async function make(kind: keyof SeedCounts, table: NumberedTable, record: (index: number) => MadeUpRows) {
    const first = await nextIndex(trx, table)
    for (let done = 0; done < added[kind]; ) {
      const length = Math.min(recordsAtOnce, added[kind] - done)
      const start = first + done
      await insertRecords(
        trx,
        Array.from({ length }, (_, place) => record(start + place)),
      )
      done += length
      onProgress(kind, done, added[kind])
    }
  }

  try {
    await make('employees', 'employees', (index) => madeUpEmployee(index, calendar))
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    const [, email] = /=\((.+)\)/.exec((error as { detail?: string }).detail ?? '') ?? []
    throw new OperatorError(
      `An employee has the email address of a made-up one, ${email}. Change it in the portal; nothing was added.`,
    )
  }
  const authors = await madeUpEmployees(trx)
  await make('clients', 'clients', (index) => madeUpClient(index, calendar, authors))
  if (added.notes > 0) {
    const clients = await madeUpClients(trx)
    if (clients.length === 0) {
      throw new OperatorError(
        'There is no made-up client to write notes about. Add some with --clients, too.',
      )
    }
    await make('notes', 'notes', (index) => madeUpNote(index, clients, authors, calendar))
    await refreshLastNotes(
      trx,
      clients.map(({ id }) => id),
    )
  }
  await make('messages', 'contact_messages', (index) => madeUpMessage(index, calendar))
  await recordAudit(trx, {
    at: now,
    action: 'seeded',
    kind: 'made-up records',
    details: { counts: { ...added } },
  })
  return added
}
