import { can } from '#contract/access/permissions.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { daysBeforeExpiry, paperDateErrors, paperFields } from '#contract/papers/fields.ts'
import type { Paper } from '#contract/papers/schema.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { shownRecords } from '#server/audit/store.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { findClientId, lockClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { changedFields, filledFields } from '#server/database/entered-fields.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import { addPaper, editPaper, expiringPapers, findPaper, lockPaper, papersOfClient } from './store.ts'

export function paperRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, organization } = context
  const day = calendarDayIn(organization.timeZone)

  /** The reply contains the record, even if it is an error. */
  function viewed({ id, clientId: client }: Paper, actor: Actor, at: Date): void {
    views.add({ at, actor, action: 'viewed', kind: 'paper', id, details: { client } })
  }

  route(paperEndpoints.list, async ({ params, actor }) => {
    const client = await findClientId(db, params.id)
    if (!client) throw new Failure('not-found')
    const papers = await papersOfClient(db, client)
    const details = { ...shownRecords(papers), client }
    views.add({ at: clock(), actor, action: 'listed', kind: 'paper', details })
    return papers
  })

  route(paperEndpoints.expiring, async ({ actor }) => {
    const until = day(new Date(clock().getTime() + daysBeforeExpiry * 24 * 60 * 60 * 1000))
    const papers = await expiringPapers(db, actor.employeeId, until)
    const details = { ...shownRecords(papers), filter: ['expiring'] }
    views.add({ at: clock(), actor, action: 'listed', kind: 'paper', details })
    return papers
  })

  route(paperEndpoints.add, async ({ params, body, actor, idempotency }) => {
    const now = clock()
    const create = async (trx: Connection) => {
      const clientId = await lockClient(trx, params.id)
      if (!clientId) throw new Failure('not-found')
      const added = await addPaper(trx, { ...body, clientId, by: actor.employeeId }, now)
      const details = { client: clientId, fields: filledFields(paperFields, added) }
      await trail.record(trx, { at: now, actor, action: 'added', kind: 'paper', id: added.id, details })
      return added
    }
    const find = async (trx: Connection, id: string) => {
      const found = await findPaper(trx, id)
      if (found) viewed(found, actor, now)
      return found
    }
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find })
  })

  route(paperEndpoints.edit, async ({ params, body: { version, ...input }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const current = await lockPaper(trx, params.id)
      if (!current) throw new Failure('not-found')
      const { id, clientId: client } = current
      const edited = { ...current, ...input } as Paper
      const fields = changedFields(paperFields, current, edited)
      const isOutdated = version !== undefined && version !== current.version
      if (isOutdated || fields.length === 0) {
        viewed(current, actor, now)
        if (isOutdated) throw new Failure('version-conflict', { current })
        return current
      }
      if (current.revokedOn) throw new Failure('paper-revoked')
      if (fields.includes('revokedOn') && !can(actor.role, 'papers:revoke'))
        throw new Failure('not-allowed', {
          message: 'Only a super admin or an admin can revoke a document.',
          permission: 'papers:revoke',
        })
      const errors = paperDateErrors(edited, day(now))
      if (Object.keys(errors).length > 0) throw invalidInput(errors)
      const row = { at: now, actor, kind: 'paper', id, details: { client, fields } } as const
      await trail.record(trx, { ...row, action: edited.revokedOn ? 'revoked' : 'edited' })
      return await editPaper(trx, id, edited as Parameters<typeof editPaper>[2])
    })
  })
}
