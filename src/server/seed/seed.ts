import { recordAudit } from '#server/audit/store.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { refreshLastNotes } from '#server/notes/store.ts'
import { OperatorError } from '#server/operator-error.ts'
import { calendarOf } from './calendar.ts'
import { addClients, addEmployees, addMessages, addNotes } from './rows.ts'
import {
  inSeedTransaction,
  nextIndex,
  possibleAuthors,
  possibleClients,
  type SeedTransaction,
} from './seed-store.ts'

/** How many made-up records of each kind. */
export interface SeedCounts {
  employees: number
  clients: number
  notes: number
  messages: number
}

export interface SeedSettings {
  now: Date
  /** The organization's: its working hours are the notes'. */
  timeZone: string
  /** Hears now and then how many of a kind are made, of how many. */
  onProgress?: (kind: keyof SeedCounts, done: number, total: number) => void
}

/** Nobody can write a note where nobody works. */
const leastAuthors = 3

/** Adds made-up records in one transaction; answers how many, which may be more employees than asked for. */
export async function seed(
  pool: OpenDatabase['pool'],
  counts: SeedCounts,
  settings: SeedSettings,
): Promise<SeedCounts> {
  return await inSeedTransaction(pool, (transaction) => seedWithin(transaction, counts, settings))
}

/** The same as a part of a transaction that does more. */
export async function seedWithin(
  transaction: SeedTransaction,
  counts: SeedCounts,
  { now, timeZone, onProgress = () => {} }: SeedSettings,
): Promise<SeedCounts> {
  const { db } = transaction
  const calendar = calendarOf(now, timeZone)
  const lacksAuthors = counts.notes > 0 && counts.employees === 0 && (await possibleAuthors(db)).length === 0
  const added = { ...counts, employees: lacksAuthors ? leastAuthors : counts.employees }
  const batch = async (kind: 'employee' | 'client' | 'note' | 'message', of: keyof SeedCounts) => {
    let done = 0
    const onRow = () => {
      done += 1
      if (done % 500 === 0 || done === added[of]) onProgress(of, done, added[of])
    }
    return { first: await nextIndex(db, kind), count: added[of], calendar, onRow }
  }
  if (added.employees > 0) await addEmployees(transaction, await batch('employee', 'employees'))
  const authors = await possibleAuthors(db)
  if (added.clients > 0) await addClients(transaction, await batch('client', 'clients'), authors)
  if (added.notes > 0) {
    const clients = await possibleClients(db)
    if (clients.length === 0) {
      throw new OperatorError('There is no client to write notes about. Add some with --clients, too.')
    }
    await addNotes(transaction, await batch('note', 'notes'), { clients, authors })
    await refreshLastNotes(
      db,
      clients.map(({ id }) => id),
    )
  }
  if (added.messages > 0) await addMessages(transaction, await batch('message', 'messages'))
  await recordAudit(db, {
    at: now,
    action: 'seeded',
    kind: 'made-up records',
    details: { counts: { ...added } },
  })
  return added
}
