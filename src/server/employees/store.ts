import { type Selectable, sql } from 'kysely'
import type { Role } from '#contract/access/roles.ts'
import type { Employee, EmployeeForm } from '#contract/employees/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { markDeleted } from '#server/database/mark-deleted.ts'
import { isRecordId } from '#server/database/record-id.ts'
import type { EmployeeTable } from '#server/database/tables.ts'
import { isEmailTaken } from './email-taken.ts'

const columns = [
  'id',
  'first_name',
  'last_name',
  'dob',
  'email',
  'phone',
  'address',
  'role',
  'password_hash',
  'created_at',
  'updated_at',
  'version',
] as const

/** All living employees by last name, first name, id; case- and accent-blind, as the list of clients. */
export async function listEmployees(db: Connection): Promise<Employee[]> {
  const rows = await living(db)
    .orderBy(sql`fold_name(last_name) COLLATE "C"`)
    .orderBy(sql`fold_name(first_name) COLLATE "C"`)
    .orderBy('id')
    .execute()
  return rows.map(employeeOf)
}

export async function employeeById(db: Connection, id: string): Promise<Employee | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await living(db).where('id', '=', id).executeTakeFirst()
  return row && employeeOf(row)
}

/** The employee as nobody else can change it until the transaction ends. */
export async function lockedEmployee(db: Connection, id: string): Promise<Employee | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await living(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && employeeOf(row)
}

const living = (db: Connection) => db.selectFrom('employees').select(columns).where('deleted_at', 'is', null)

/**
 * Has changes of staff follow each other until the transaction ends (docs/decisions/0020). Comes before any row is held:
 * whoever waits here holds nothing that somebody else could wait for.
 */
export async function inTurn(db: Connection): Promise<void> {
  await takeLock(db, 'staff')
}

/** Undefined when a living employee has the email address already, also one added at the same moment. */
export async function addEmployee(
  db: Connection,
  form: EmployeeForm,
  now: Date,
): Promise<Employee | undefined> {
  const row = await db
    .insertInto('employees')
    .values({
      first_name: form.firstName,
      last_name: form.lastName,
      dob: form.dob,
      email: form.email,
      phone: form.phone,
      address: form.address,
      role: form.role,
      password_hash: null,
      password_set_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && employeeOf(row)
}

type EditableEmployee = Omit<EmployeeForm, 'role' | 'dob'> & { dob: string | null }

/** Undefined when another living employee has the email address; the transaction is lost then. */
export async function editEmployee(
  db: Connection,
  id: string,
  edit: EditableEmployee,
  now: Date,
): Promise<Employee | undefined> {
  try {
    return await change(db, id, now, {
      first_name: edit.firstName,
      last_name: edit.lastName,
      dob: edit.dob,
      email: edit.email,
      phone: edit.phone,
      address: edit.address,
    })
  } catch (error) {
    if (isEmailTaken(error)) return undefined
    throw error
  }
}

export async function changeRoleOf(db: Connection, id: string, role: Role, now: Date): Promise<Employee> {
  return await change(db, id, now, { role })
}

/** Decision 18: gone from every call; the row stays. */
export async function deleteEmployee(db: Connection, id: string, by: string, now: Date): Promise<void> {
  await markDeleted(db, 'employees', id, by, now)
}

type EmployeeRow = Pick<Selectable<EmployeeTable>, (typeof columns)[number]>

async function change(
  db: Connection,
  id: string,
  now: Date,
  values: Partial<EmployeeRow>,
): Promise<Employee> {
  const row = await db
    .updateTable('employees')
    .set(({ eb }) => ({ ...values, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return employeeOf(row)
}

function employeeOf(row: EmployeeRow): Employee {
  return {
    _id: row.id,
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    dob: row.dob,
    email: row.email,
    phone: row.phone,
    address: row.address,
    role: row.role,
    hasPassword: row.password_hash !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}
