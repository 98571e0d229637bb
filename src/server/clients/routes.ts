import { clientEndpoints } from '#contract/clients/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { Failure } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { changedFields } from './changed-fields.ts'
import { serveClientLists } from './list-routes.ts'
import { statusHistoryOf } from './status-history-store.ts'
import { addClient, clientById, deleteClient, editClient, holdClient } from './store.ts'

export function serveClients(serve: Serve, context: AppContext): void {
  const { db, clock, views } = context
  serveClientLists(serve, context)

  serve(clientEndpoints.get, async ({ params, actor }) => {
    const client = await clientById(db, params.id)
    if (!client) throw new Failure('not-found')
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id: client.id })
    return client
  })

  serve(clientEndpoints.statusHistory, async ({ params, actor }) => {
    const client = await clientById(db, params.id)
    if (!client) throw new Failure('not-found')
    const details = { fields: ['statusHistory'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id: client.id, details })
    return await statusHistoryOf(db, client.id)
  })

  serve(clientEndpoints.add, async ({ body, actor, idempotency }) => {
    const now = clock()
    const create = async (trx: Connection) => {
      const client = await addClient(trx, body, actor.employeeId, now)
      await recordAudit(trx, { at: now, actor, action: 'added', kind: 'client', id: client.id })
      return client
    }
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find: clientById })
  })

  serve(clientEndpoints.edit, async ({ params, body, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const current = await holdClient(trx, params.id)
      if (!current) throw new Failure('not-found')
      const { version = current.version, ...input } = body
      if (version !== current.version) {
        // The refusal shows the record.
        views.add({ at: now, actor, action: 'viewed', kind: 'client', id: current.id })
        throw new Failure('version-conflict', { current })
      }
      const fields = changedFields(current, input)
      if (fields.length === 0) return current
      const details = { fields }
      await recordAudit(trx, { at: now, actor, action: 'edited', kind: 'client', id: current.id, details })
      return await editClient(trx, current, input, actor.employeeId, now)
    })
  })

  serve(clientEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const id = await deleteClient(trx, params.id, actor.employeeId, now)
      if (!id) throw new Failure('not-found')
      await recordAudit(trx, { at: now, actor, action: 'deleted', kind: 'client', id })
    })
    return undefined
  })
}
