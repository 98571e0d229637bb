import { mayUsePassword } from '#contract/access/passwords.ts'
import { can, type Permission } from '#contract/access/permissions.ts'
import { daysAfter } from '#contract/calendar-date.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import { emptiedFieldErrors } from '#contract/employees/form.ts'
import type { Employee, FileMail } from '#contract/employees/schema.ts'
import { unsignedDays } from '#contract/service-log/findings.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { Actor } from '#server/access/actor.ts'
import {
  endEmployeeLinks,
  lockAccountByEmail,
  normalizeEmail,
  unlinkAccount,
} from '#server/accounts/store.ts'
import type { AppContext } from '#server/app-context.ts'
import { type AuditEvent, filterWords, shownRecords } from '#server/audit/store.ts'
import { calendarDayIn, mondayOf, startOfDay } from '#server/calendar.ts'
import { lockWorker } from '#server/clients/caseload-store.ts'
import type { Connection } from '#server/database/connection.ts'
import { changedFields } from '#server/database/field-columns.ts'
import { requireConfirmation } from '#server/http/confirmation.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import { claimDue, type QueuedMail } from '#server/outgoing-mail/delivery-store.ts'
import {
  dropLinkMail,
  type NewLinkMail,
  queueAccountNotice,
  queueLinkMail,
  rememberFormerEmail,
} from '#server/outgoing-mail/store.ts'
import { endEmployeeSessions, endOrganizationSessions, findActiveSession } from '#server/session/store.ts'
import { resetTwoStep } from '#server/session/two-step.ts'
import { moveCaseload } from './caseload.ts'
import {
  addEmployee,
  changeRoleOf,
  deleteEmployee,
  editEmployee,
  findEmployee,
  isLastSuperAdmin,
  listEmployees,
  listWorkers,
  lockEmployee,
  serializeStaffChanges,
} from './store.ts'
import { listWorkloads } from './workload-store.ts'

export function employeeRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, mail, views, organization, oidc } = context
  const passwordPolicy = oidc?.passwordPolicy ?? 'everyone'
  route(employeeEndpoints.list, async ({ actor }) => {
    const employees = await listEmployees(db)
    const details = { count: employees.length }
    views.add({ at: clock(), actor, action: 'listed', kind: 'employee', details })
    return employees
  })

  route(employeeEndpoints.search, async ({ body, actor }) => {
    const employees = await listEmployees(db, body)
    const details = { ...shownRecords(employees), filter: filterWords(body) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'employee', details }, body.search)
    return employees
  })

  route(employeeEndpoints.workers, async () => await listWorkers(db))

  const dayOf = calendarDayIn(organization.timeZone)
  route(employeeEndpoints.workloads, async () => {
    const now = clock()
    const today = dayOf(now)
    const firstDay = daysAfter(today, -unsignedDays)
    const since = startOfDay(firstDay, organization.timeZone)
    return await listWorkloads(db, { monday: mondayOf(today), today, firstDay, since })
  })

  const addView = (id: string, actor: Actor) =>
    views.add({ at: clock(), actor, action: 'viewed', kind: 'employee', id })

  async function viewEmployee(connection: Connection, id: string, actor: Actor) {
    const employee = await findEmployee(connection, id)
    if (employee) addView(employee.id, actor)
    return employee
  }

  route(employeeEndpoints.get, async ({ params, actor }) => {
    const employee = await viewEmployee(db, params.id, actor)
    if (!employee) throw new Failure('not-found')
    return employee
  })

  /** Without a mail server the call itself writes the mail, and claims it before the worker can. */
  async function queueMail(trx: Connection, to: NewLinkMail, now: Date): Promise<QueuedMail> {
    const queued = await queueLinkMail(trx, to, now)
    if (mail.writeFile) await claimDue(trx, now, queued.id)
    return queued
  }

  /** What the reply says about a mail; nothing when a mail server takes it. */
  async function sendMail(queued: QueuedMail | undefined, actor: Actor): Promise<FileMail> {
    if (!queued || !mail.writeFile) {
      mail.wake()
      return {}
    }
    const setupLink = await mail.writeFile(queued, actor)
    return { mailIsFile: true, ...(setupLink && { setupLink }) }
  }

  route(employeeEndpoints.add, async ({ body, actor, idempotency }) => {
    const now = clock()
    let queued: QueuedMail | undefined
    const create = async (trx: Connection) => {
      const added = await addEmployee(trx, body, now)
      // The insert may have waited for a concurrent one with the same address.
      await reauthorize(trx, actor, employeeEndpoints.add.access, now)
      if (!added) throw new Failure('email-taken')
      const to = { employeeId: added.id, recipient: added.email, kind: 'set-up' } as const
      queued = await queueMail(trx, to, now)
      await trail.record(trx, { at: now, actor, action: 'added', kind: 'employee', id: added.id })
      return added
    }
    const find = (trx: Connection, id: string) => viewEmployee(trx, id, actor)
    const employee = await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find })
    return { ...employee, ...(await sendMail(queued, actor)) }
  })

  /** Runs a change in a transaction that waits for all other staff changes (docs/decisions/0020). */
  async function changeEmployee<T>(
    { id, version, actor, permission }: StaffChange,
    change: (trx: Connection, before: Employee, now: Date, record: RecordAction) => Promise<T>,
  ): Promise<T> {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      await serializeStaffChanges(trx)
      await reauthorize(trx, actor, permission, now)
      const current = await lockEmployee(trx, id)
      if (!current) throw new Failure('not-found')
      if (version !== undefined && version !== current.version) {
        // The error reply contains the record.
        addView(current.id, actor)
        throw new Failure('version-conflict', { current })
      }
      const row = { at: now, actor, kind: 'employee', id: current.id } as const
      return await change(trx, current, now, (action, details) =>
        trail.record(trx, { ...row, action, details }),
      )
    })
  }

  /** Returns the employee; an edit that changes nothing writes nothing. */
  route(employeeEndpoints.edit, async ({ params: { id }, body, actor }) => {
    const change = { id, version: body.version, actor, permission: employeeEndpoints.edit.access }
    const employee = await changeEmployee(change, async (trx, before, now, record) => {
      const errors = emptiedFieldErrors(before, body)
      if (Object.keys(errors).length > 0) throw invalidInput(errors)
      const fields = changedFields(editable, before, body)
      if (fields.length === 0) {
        addView(before.id, actor)
        return before
      }
      // A change of case only is not a new address.
      const hasNewAddress = normalizeEmail(body.email) !== normalizeEmail(before.email)
      if (hasNewAddress) requireConfirmation(actor, now)
      const after = await editEmployee(trx, before.id, { fields, input: body, now })
      if (!after) throw new Failure('email-taken')
      if (hasNewAddress) await applyNewAddress(trx, { before, after }, now)
      await record('edited', { fields })
      return after
    })
    mail.wake()
    return employee
  })

  /** Returns the employee; setting the same role again changes nothing. */
  route(employeeEndpoints.changeRole, async ({ params: { id }, body: { role, version }, actor }) => {
    const change = { id, version, actor, permission: employeeEndpoints.changeRole.access }
    return await changeEmployee(change, async (trx, before, now, record) => {
      if (before.role === role) {
        addView(before.id, actor)
        return before
      }
      if (await isLastSuperAdmin(trx, before.id)) throw new Failure('last-super-admin')
      const after = await changeRoleOf(trx, before.id, role, now)
      await endEmployeeSessions(trx, before.id, 'role changed', now)
      await record('changed role', { role: { from: before.role, to: role } })
      return after
    })
  })

  route(employeeEndpoints.remove, async ({ params: { id }, actor }) => {
    const change = { id, actor, permission: employeeEndpoints.remove.access }
    return await changeEmployee(change, async (trx, before, now, record) => {
      if (await isLastSuperAdmin(trx, before.id)) throw new Failure('last-super-admin')
      await moveCaseload(trx, { trail, actor, from: before.id, to: null, now })
      await deleteEmployee(trx, before.id, actor.employeeId, now)
      await endAccess(trx, before.id, 'employee deleted', now)
      await record('deleted')
      return undefined
    })
  })

  route(employeeEndpoints.handOver, async ({ params: { id }, body: { to }, actor }) => {
    const change = { id, actor, permission: employeeEndpoints.handOver.access }
    return await changeEmployee(change, async (trx, before, now, record) => {
      if (to === before.id) throw invalidInput({ to: 'Choose another employee.' })
      if (to !== null && !(await lockWorker(trx, to))) throw invalidInput({ to: 'Unknown employee.' })
      const moved = await moveCaseload(trx, { trail, actor, from: before.id, to, now })
      await record('handed over', { count: moved.clients })
      return moved
    })
  })

  route(employeeEndpoints.signOut, async ({ params: { id }, actor }) => {
    const change = { id, actor, permission: employeeEndpoints.signOut.access }
    await changeEmployee(change, async (trx, before, now, record) => {
      await endEmployeeSessions(trx, before.id, 'signed out by a super-admin', now)
      await record('ended all sessions')
    })
    return { message: 'Signed out everywhere.' }
  })

  route(employeeEndpoints.resetTwoStep, async ({ params: { id }, actor }) => {
    const change = { id, actor, permission: employeeEndpoints.resetTwoStep.access }
    await changeEmployee(change, async (trx, before, now, record) => {
      if (before.id === actor.employeeId) throw new Failure('own-account')
      if (!(await resetTwoStep(trx, before, now)))
        throw new Failure('not-found', { message: 'This employee does not use two-step sign-in.' })
      await record('reset two-step sign-in')
    })
    mail.wake()
    return undefined
  })

  route(employeeEndpoints.unlinkAccount, async ({ params: { id }, actor }) => {
    const change = { id, actor, permission: employeeEndpoints.unlinkAccount.access }
    await changeEmployee(change, async (trx, before, now, record) => {
      if (!(await unlinkAccount(trx, before.id)))
        throw new Failure('not-found', { message: 'No account is linked to this employee.' })
      await endOrganizationSessions(trx, before.id, now)
      const notice = { employeeId: before.id, recipient: before.email, kind: 'account-unlinked' } as const
      await queueAccountNotice(trx, notice, now)
      await record('unlinked account')
    })
    mail.wake()
    return undefined
  })

  async function resendSetupEmail({ body, actor }: { body: { email: string }; actor: Actor }) {
    const now = clock()
    const queued = await db.transaction().execute(async (trx) => {
      const account = await lockAccountByEmail(trx, body.email)
      await reauthorize(trx, actor, employeeEndpoints.resendSetupEmail.access, now)
      if (!account) throw new Failure('not-found', { message: 'There is no employee with this email.' })
      const { id, email, password_hash } = account
      // Without passwords, either mail only says how to sign in.
      const isNew = password_hash === null || !mayUsePassword(account.role, passwordPolicy)
      const kind = isNew ? 'set-up' : 'reset'
      await trail.record(trx, { at: now, actor, action: `asked for a ${kind} mail`, kind: 'employee', id })
      return await queueMail(trx, { employeeId: id, recipient: email, kind }, now)
    })
    return { message: 'Setup email resent.', ...(await sendMail(queued, actor)) }
  }
  route(employeeEndpoints.resendSetupEmail, resendSetupEmail)
  route(sessionEndpoints.resendSetupEmail, resendSetupEmail)
}

interface StaffChange {
  id: string
  /** Rejected if it is older than the record's. */
  version?: number | undefined
  actor: Actor
  permission: Permission
}

/** Writes the audit row of a change of the employee. */
type RecordAction = (
  action: Extract<AuditEvent, { kind: 'employee' }>['action'],
  details?: AuditEvent['details'],
) => Promise<void>

/** The role has a call of its own. */
const { role: _, ...editable } = employeeFields

/** Ends all access by the old address, and tells both. An employee without a password gets a set-up mail at the new one. */
async function applyNewAddress(
  trx: Connection,
  { before, after: { id, email, hasPassword } }: { before: Employee; after: Employee },
  now: Date,
) {
  await endAccess(trx, id, 'email changed', now)
  await rememberFormerEmail(trx, { employeeId: id, email: before.email }, now)
  await queueAccountNotice(trx, { employeeId: id, recipient: email, kind: 'email-changed' }, now)
  if (!hasPassword) await queueLinkMail(trx, { employeeId: id, recipient: email, kind: 'set-up' }, now)
}

/** Ends sessions and links, and removes waiting mail with links. */
async function endAccess(trx: Connection, id: string, reason: string, now: Date): Promise<void> {
  await endEmployeeSessions(trx, id, reason, now)
  await endEmployeeLinks(trx, id, reason, now)
  await dropLinkMail(trx, id)
}

/** Authorizes again after waiting for other changes, which may have signed out, deleted or demoted the caller. */
async function reauthorize(
  trx: Connection,
  { sessionId }: Actor,
  permission: Permission,
  now: Date,
): Promise<void> {
  const current = await findActiveSession(trx, sessionId, now)
  if (!current) throw new Failure('not-signed-in')
  if (!can(current.role, permission)) throw new Failure('not-allowed')
}
