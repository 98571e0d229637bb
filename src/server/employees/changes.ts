import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { type Employee, type EmployeeEdit, emptiedMistakes } from '#contract/employees/schema.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Actor } from '#server/access/actor.ts'
import { foldedEmail } from '#server/accounts/folded-email.ts'
import { endLinksOf } from '#server/accounts/link-store.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { dropLinkMailOf, queueLinkMail } from '#server/outgoing-mail/outbox-store.ts'
import { refuseWhoLostAccess } from '#server/session/refuse-who-lost-access.ts'
import { endSessionsOf } from '#server/session/store.ts'
import { changeRoleOf, deleteEmployee, editEmployee, inTurn, lockedEmployee } from './store.ts'
import { isLastSuperAdmin } from './super-admin-store.ts'

/* What a super-admin does to an employee: each in a transaction of its own, one after another (docs/decisions/0020). */

const editable = ['firstName', 'lastName', 'dob', 'email', 'phone', 'address'] as const

/** Decision 38. Answers the employee as it is now; an edit that changes nothing writes nothing. */
export async function edit(
  trx: Connection,
  id: string,
  body: EmployeeEdit,
  actor: Actor,
  now: Date,
): Promise<Employee> {
  await inTurn(trx)
  await refuseWhoLostAccess(trx, actor, employeeEndpoints.edit.access, now)
  const before = await employeeToChange(trx, id, body.version)
  const mistakes = emptiedMistakes(before, body)
  if (Object.keys(mistakes).length > 0) throw invalidInput(mistakes)
  const fields = editable.filter((field) => body[field] !== before[field])
  if (fields.length === 0) return before
  const after = await editEmployee(trx, before.id, body, now)
  if (!after) throw new Failure('email-taken')
  // An address that differs in case only is the same one (decision 19).
  if (foldedEmail(after.email) !== foldedEmail(before.email)) await followNewAddress(trx, after, now)
  await recordAudit(trx, {
    at: now,
    actor,
    action: 'edited',
    kind: 'employee',
    id: before.id,
    details: { fields },
  })
  return after
}

/** Decisions 1, 23. Answers the employee as it is now; the role that it has already is no change. */
export async function changeRole(
  trx: Connection,
  id: string,
  { role, version }: BodyOf<typeof employeeEndpoints.changeRole>,
  actor: Actor,
  now: Date,
): Promise<Employee> {
  await inTurn(trx)
  await refuseWhoLostAccess(trx, actor, employeeEndpoints.changeRole.access, now)
  const before = await employeeToChange(trx, id, version)
  if (before.role === role) return before
  if (await isLastSuperAdmin(trx, before.id)) throw new Failure('last-super-admin')
  const after = await changeRoleOf(trx, before.id, role, now)
  await endSessionsOf(trx, before.id, 'role changed', now)
  await recordAudit(trx, {
    at: now,
    actor,
    action: 'changed role',
    kind: 'employee',
    id: before.id,
    details: { role: { from: before.role, to: role } },
  })
  return after
}

/** Decisions 18, 23. */
export async function remove(trx: Connection, id: string, actor: Actor, now: Date): Promise<void> {
  await inTurn(trx)
  await refuseWhoLostAccess(trx, actor, employeeEndpoints.remove.access, now)
  const before = await employeeToChange(trx, id)
  if (await isLastSuperAdmin(trx, before.id)) throw new Failure('last-super-admin')
  await deleteEmployee(trx, before.id, actor.employeeId, now)
  await endAccess(trx, before.id, 'employee deleted', now)
  await recordAudit(trx, { at: now, actor, action: 'deleted', kind: 'employee', id: before.id })
}

/** The employee, held until the transaction ends, if `version` is not that of an older record (decision 37). */
async function employeeToChange(trx: Connection, id: string, version?: number): Promise<Employee> {
  const current = await lockedEmployee(trx, id)
  if (!current) throw new Failure('not-found')
  if (version !== undefined && version !== current.version) throw new Failure('version-conflict', { current })
  return current
}

/** The old address opens nothing any more; who has set no password yet is asked to at the new one. */
async function followNewAddress(trx: Connection, { id, email, hasPassword }: Employee, now: Date) {
  await endAccess(trx, id, 'email changed', now)
  if (!hasPassword) await queueLinkMail(trx, { employeeId: id, recipient: email, kind: 'set-up' }, now)
}

/** Sessions, links, and the links that waiting mail would still bring. */
async function endAccess(trx: Connection, id: string, reason: string, now: Date): Promise<void> {
  await endSessionsOf(trx, id, reason, now)
  await endLinksOf(trx, id, reason, now)
  await dropLinkMailOf(trx, id)
}
