import { draftEndpoints } from '#contract/drafts/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { listDrafts, removeDraft, saveDraft } from './store.ts'

/** Drafts are the caller's own, and leave no rows in the audit trail: only what is saved becomes part of a record. */
export function draftRoutes(route: AddRoute, { db, clock }: AppContext): void {
  route(draftEndpoints.list, ({ actor }) => listDrafts(db, actor.employeeId))

  route(draftEndpoints.save, ({ params: { key }, body: { version = null, ...typed }, actor }) =>
    saveDraft(db, actor.employeeId, { ...typed, key, version }, clock()),
  )

  route(draftEndpoints.remove, async ({ params: { key }, actor }) => {
    await removeDraft(db, actor.employeeId, key)
    return undefined
  })
}
