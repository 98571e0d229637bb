import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { deletableKinds } from '#contract/deleted-records/kinds.ts'
import type { AppContext } from '#server/app-context.ts'
import { shownRecords } from '#server/audit/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { formatCursor, parsePositionCursor, requireLimitWithCursor } from '#server/http/page-cursor.ts'
import { restoreIn } from './operations.ts'
import { deletedPage } from './store.ts'

const emailTaken =
  'Another employee has this email address now. Change that employee’s address or delete that employee, then restore this one.'

export function deletedRecordRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views } = context
  const { timeZone } = context.organization
  route(deletedRecordEndpoints.list, async ({ query, actor }) => {
    requireLimitWithCursor(query)
    const { kind, limit = 50, cursor } = query
    const after = cursor ? parsePositionCursor(cursor) : undefined
    const { items, total, end } = await deletedPage(db, kind ? [kind] : deletableKinds, limit, after)
    const details = { ...shownRecords(items), filter: kind ? [`kind ${kind}`] : [] }
    views.add({ at: clock(), actor, action: 'listed', kind: 'deleted record', details })
    return { items, total, nextCursor: end && formatCursor(end) }
  })

  route(deletedRecordEndpoints.restore, async ({ params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const { refusal } = await restoreIn({ trx, trail, timeZone }, params.id, { at: clock(), actor })
      if (refusal === 'client deleted') throw new Failure('client-deleted')
      if (refusal === 'merged') throw new Failure('client-merged')
      if (refusal === 'email taken') throw new Failure('email-taken', { message: emailTaken })
      if (refusal) throw new Failure('not-found')
    })
    return undefined
  })
}
