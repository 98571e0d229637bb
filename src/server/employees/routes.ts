import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { employeeWording } from '#contract/employees/wording.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { Actor } from '#server/access/actor.ts'
import { lockedAccountByEmail } from '#server/accounts/store.ts'
import type { AppContext } from '#server/app-context.ts'
import { recordAudit } from '#server/audit/store.ts'
import { Failure } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { queueLinkMail } from '#server/outgoing-mail/outbox-store.ts'
import { refuseWhoLostAccess } from '#server/session/refuse-who-lost-access.ts'
import { changeRole, edit, remove } from './changes.ts'
import { addEmployee, employeeById, listEmployees } from './store.ts'

export function serveEmployees(serve: Serve, { db, clock, mail }: AppContext): void {
  serve(employeeEndpoints.list, async () => await listEmployees(db))

  serve(employeeEndpoints.get, async ({ params }) => {
    const employee = await employeeById(db, params.id)
    if (!employee) throw new Failure('not-found')
    return employee
  })

  serve(employeeEndpoints.add, async ({ body, actor }) => {
    const now = clock()
    const employee = await db.transaction().execute(async (trx) => {
      const added = await addEmployee(trx, body, now)
      // Another one who adds the same address was waited for.
      await refuseWhoLostAccess(trx, actor, employeeEndpoints.add.access, now)
      if (!added) throw new Failure('email-taken')
      await queueLinkMail(trx, { employeeId: added.id, recipient: added.email, kind: 'set-up' }, now)
      await recordAudit(trx, { at: now, actor, action: 'added', kind: 'employee', id: added.id })
      return added
    })
    mail.wake()
    return employee
  })

  serve(employeeEndpoints.edit, async ({ params, body, actor }) => {
    const now = clock()
    const employee = await db.transaction().execute((trx) => edit(trx, params.id, body, actor, now))
    mail.wake()
    return employee
  })

  serve(employeeEndpoints.changeRole, async ({ params, body, actor }) => {
    const now = clock()
    return await db.transaction().execute((trx) => changeRole(trx, params.id, body, actor, now))
  })

  serve(employeeEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute((trx) => remove(trx, params.id, actor, now))
    return undefined
  })

  async function resendSetupEmail({ body, actor }: { body: { email: string }; actor: Actor }) {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const account = await lockedAccountByEmail(trx, body.email)
      await refuseWhoLostAccess(trx, actor, employeeEndpoints.resendSetupEmail.access, now)
      if (!account) throw new Failure('not-found', { message: employeeWording.unknownEmail })
      const { id, email, password_hash } = account
      const kind = password_hash === null ? 'set-up' : 'reset'
      await queueLinkMail(trx, { employeeId: id, recipient: email, kind }, now)
      await recordAudit(trx, { at: now, actor, action: `asked for a ${kind} mail`, kind: 'employee', id })
    })
    mail.wake()
    return { message: employeeWording.setupEmailSent }
  }
  serve(employeeEndpoints.resendSetupEmail, resendSetupEmail)
  serve(sessionEndpoints.resendSetupEmail, resendSetupEmail)
}
