import { type Draft, draftEndpoints, mostDraftBytes } from '#contract/drafts/endpoints.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { shownRecords } from '#server/audit/store.ts'
import { findMergedInto } from '#server/clients/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import {
  clientOf,
  type FoundDraft,
  findDraft,
  listDrafts,
  removeDraft,
  removeExcessDrafts,
  saveDraft,
} from './store.ts'

/** Drafts are the caller's own. Changing them leaves no rows in the audit trail: only what is saved becomes part of a record. */
export function draftRoutes(route: AddRoute, { db, clock, views }: AppContext): void {
  route(draftEndpoints.list, async ({ actor }) => {
    const found = await listDrafts(db, actor.employeeId)
    const clients = [...new Set(found.flatMap(({ clientId }) => clientId ?? []))]
    const details = shownRecords(clients.map((id) => ({ id })))
    if (clients.length > 0) views.add({ at: clock(), actor, action: 'listed', kind: 'draft', details })
    return found
  })

  route(draftEndpoints.read, async ({ params: { key }, actor }) => {
    const found = await findDraft(db, actor.employeeId, key)
    if (!found || found.isClientDeleted) throw new Failure('not-found')
    return shown(found, actor)
  })

  route(draftEndpoints.save, ({ params: { key }, body, actor }) =>
    db.transaction().execute(async (trx) => {
      const { version = null, revision = null, ...typed } = body
      const saved = await saveDraft(trx, actor.employeeId, { ...typed, key, version, revision }, clock())
      // A new one would never be seen again; it is still in the form. The others keep the record from being merged.
      const mergedInto = revision === null && (await findMergedInto(trx, clientOf(key) ?? ''))
      if (mergedInto) throw new Failure('merged', { mergedInto })
      if (!saved) throw changed(await findDraft(trx, actor.employeeId, key), actor)
      // Failing keeps the oldest ones, too.
      const bytes = await removeExcessDrafts(trx, actor.employeeId)
      if (bytes > mostDraftBytes) throw new Failure('drafts-full')
      return saved
    }),
  )

  route(draftEndpoints.remove, async ({ params: { key }, query: { revision }, actor }) => {
    const { employeeId } = actor
    if ((await removeDraft(db, employeeId, key, revision)) || revision === undefined) return undefined
    const found = await findDraft(db, employeeId, key)
    if (found) throw changed(found, actor)
    return undefined
  })

  function changed(found: FoundDraft | undefined, actor: Actor): Failure {
    return new Failure('draft-changed', { current: found ? shown(found, actor) : null })
  }

  function shown({ draft, clientId: client }: FoundDraft, actor: Actor): Draft {
    if (client) views.add({ at: clock(), actor, action: 'viewed', kind: 'draft', details: { client } })
    return draft
  }
}
