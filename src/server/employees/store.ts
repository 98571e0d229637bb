import { type Insertable, sql, type Updateable } from 'kysely'
import type { Role } from '#contract/access/roles.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import type { EmployeeEdit } from '#contract/employees/form.ts'
import type { Employee, Worker } from '#contract/employees/schema.ts'
import { type NameOf, namesOf } from '#contract/record-field.ts'
import { placeholderName, unlinkAccount } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { columnsOf, columnValues } from '#server/database/field-columns.ts'
import { takeLock } from '#server/database/locks.ts'
import { isRecordId, markDeleted, selectColumns } from '#server/database/records.ts'
import { matchesWords, searchWords, similarity, similarityTo } from '#server/database/search-words.ts'
import type { Employees } from '#server/database/tables.ts'

type EmployeeRow = Omit<Employee, '_id' | 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

const { columns } = selectColumns<EmployeeRow>({
  id: 'id',
  ...columnsOf(employeeFields),
  hasPassword: 'password_hash IS NOT NULL',
  hasTwoStep: 'two_step_at IS NOT NULL',
  hasOrganizationAccount: 'oidc_subject IS NOT NULL',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  version: 'version',
})

const toEmployee = (row: EmployeeRow): Employee => ({
  _id: row.id,
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

interface EmployeeFilter {
  search?: string | undefined
  role?: Role | undefined
}

/**
 * Existing employees by last name, first name and id, ignoring case and accents like the list of clients; if a search finds
 * nothing, those with similar names, the most similar first.
 */
export async function listEmployees(
  db: Connection,
  { search, role }: EmployeeFilter = {},
): Promise<(Employee & { isSimilar?: boolean })[]> {
  const all = role ? existing(db).where('role', '=', role) : existing(db)
  const query = search ? all.where(matchesWords([sql`first_name`, sql`last_name`], search)) : all
  const rows = await query
    .orderBy(sql`fold_name(last_name) COLLATE "C"`)
    .orderBy(sql`fold_name(first_name) COLLATE "C"`)
    .orderBy('id')
    .execute()
  if (rows.length > 0 || !search) return rows.map(toEmployee)
  const { words } = searchWords(search)
  const name = sql<string>`search_text(first_name || ' ' || last_name)`
  const similar = words.map((word) => sql<boolean>`${similarityTo(name, [word])} >= ${similarity}`)
  if (words.length === 0) return []
  const found = await all
    .where(sql<boolean>`${sql.join(similar, sql` AND `)}`)
    .orderBy(similarityTo(name, words), 'desc')
    .orderBy('id')
    .execute()
  return found.map((row) => ({ ...toEmployee(row), isSimilar: true }))
}

/** Existing employees by name. */
export async function listWorkers(db: Connection): Promise<Worker[]> {
  return await db
    .selectFrom('employees')
    .select(['id', 'title', 'email', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('deleted_at', 'is', null)
    .orderBy(sql`fold_name(first_name || ' ' || last_name) COLLATE "C"`)
    .orderBy('id')
    .execute()
}

export async function findEmployee(db: Connection, id: string): Promise<Employee | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await existing(db).where('id', '=', id).executeTakeFirst()
  return row && toEmployee(row)
}

/** Locks the employee until the transaction ends. */
export async function lockEmployee(db: Connection, id: string): Promise<Employee | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await existing(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && toEmployee(row)
}

const existing = (db: Connection) =>
  db.selectFrom('employees').select(columns).where('deleted_at', 'is', null)

/**
 * Serializes staff changes until the transaction ends (docs/decisions/0020). Take it before any row lock, so that a waiting
 * transaction holds nothing that others need.
 */
export async function serializeStaffChanges(db: Connection): Promise<void> {
  await takeLock(db, 'staff')
}

type EditableEmployee = Omit<EmployeeEdit, 'version'>

/** Returns undefined if another employee has the email address, even one added concurrently. */
export async function addEmployee(
  db: Connection,
  employee: EditableEmployee & { role: Role },
  now: Date,
): Promise<Employee | undefined> {
  const values = columnValues(namesOf(employeeFields), employee)
  const row = await db
    .insertInto('employees')
    .values({ ...(values as Insertable<Employees>), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && toEmployee(row)
}

/** Adds a super-admin with a placeholder name; returns undefined if the address is taken. */
export async function addSuperAdmin(db: Connection, email: string, now: Date): Promise<string | undefined> {
  const { first_name: firstName, last_name: lastName } = placeholderName
  const unknown = { dob: null, phone: '', address: '' }
  const added = await addEmployee(db, { firstName, lastName, email, ...unknown, role: 'super-admin' }, now)
  return added?.id
}

/** Returns undefined, with the transaction failed, if another employee has the email address. */
export async function editEmployee(
  db: Connection,
  id: string,
  { fields, input, now }: { fields: NameOf<typeof employeeFields>[]; input: EditableEmployee; now: Date },
): Promise<Employee | undefined> {
  try {
    return await update(db, id, columnValues(fields, input), now)
  } catch (error) {
    if (isEmailTaken(error)) return undefined
    throw error
  }
}

export async function changeRoleOf(db: Connection, id: string, role: Role, now: Date): Promise<Employee> {
  return await update(db, id, { role }, now)
}

async function update(
  db: Connection,
  id: string,
  values: Updateable<Employees>,
  now: Date,
): Promise<Employee> {
  const row = await db
    .updateTable('employees')
    .set(({ eb }) => ({ ...values, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toEmployee(row)
}

export async function deleteEmployee(db: Connection, id: string, by: string, now: Date): Promise<void> {
  await markDeleted(db, 'employees', id, by, now)
  // The account may belong to whoever is added next.
  await unlinkAccount(db, id)
}

/**
 * Whether this is the only super-admin with a password, or the only one at all if none has a password. Call it after
 * `serializeStaffChanges`.
 */
export async function isLastSuperAdmin(db: Connection, id: string): Promise<boolean> {
  const superAdmins = await db
    .selectFrom('employees')
    .select(['id', 'password_hash'])
    .where('role', '=', 'super-admin')
    .where('deleted_at', 'is', null)
    .execute()
  const withPassword = superAdmins.filter(({ password_hash }) => password_hash !== null)
  const [first, ...others] = withPassword.length > 0 ? withPassword : superAdmins
  return first?.id === id && others.length === 0
}

/** Whether a statement failed because another employee has the same email address. */
export function isEmailTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'employees_email'
}

/** The placeholder of the first super-admin does not count as a name. */
export async function hasNameAndTitle(db: Connection, id: string): Promise<boolean> {
  const { first_name: firstName, last_name: lastName } = placeholderName
  const employee = await db
    .selectFrom('employees')
    .select('id')
    .where('id', '=', id)
    .where('title', 'is not', null)
    .where((where) => where.or([where('first_name', '!=', firstName), where('last_name', '!=', lastName)]))
    .executeTakeFirst()
  return employee !== undefined
}

export async function hasColleagues(db: Connection): Promise<boolean> {
  const employees = await db
    .selectFrom('employees')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute()
  return employees.length > 1
}
