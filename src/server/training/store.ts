import type { DeckKey } from '#contract/training/decks.ts'
import type { Connection } from '#server/database/connection.ts'
import { listEmployees } from '#server/employees/store.ts'

/** The decks that an employee has marked as done, with the time. */
export async function listCompletions(db: Connection, employeeId: string): Promise<Map<DeckKey, Date>> {
  const rows = await db
    .selectFrom('deck_completions')
    .select(['deck', 'done_at'])
    .where('employee_id', '=', employeeId)
    .execute()
  return new Map(rows.map((row) => [row.deck, row.done_at]))
}

/** Returns whether the mark is new. A second one keeps the first time. */
export async function markDone(
  db: Connection,
  employeeId: string,
  deck: DeckKey,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deck_completions')
    .values({ employee_id: employeeId, deck, done_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns whether there was a mark. */
export async function unmarkDone(db: Connection, employeeId: string, deck: DeckKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('deck_completions')
    .where('employee_id', '=', employeeId)
    .where('deck', '=', deck)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Every existing employee, in list order, with the decks marked as done. */
export async function listAllCompletions(db: Connection) {
  const [employees, completions] = await Promise.all([
    listEmployees(db),
    db.selectFrom('deck_completions').selectAll().execute(),
  ])
  const byEmployee = Map.groupBy(completions, (row) => row.employee_id)
  return employees.map((employee) => ({ ...employee, completions: byEmployee.get(employee.id) ?? [] }))
}
