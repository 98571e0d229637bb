import { can } from '#contract/access/permissions.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { clientRecordRoutes } from '#server/client-records/routes.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { papers } from './store.ts'

export function paperRoutes(route: AddRoute, context: AppContext): void {
  clientRecordRoutes(route, context, {
    store: papers,
    endpoints: paperEndpoints,
    checkEdit({ before, after, fields, actor }) {
      // The revocation itself may have been a mistake.
      if (before.revokedOn && after.revokedOn && fields.some((name) => name !== 'revokedOn'))
        throw new Failure('paper-revoked')
      if (fields.includes('revokedOn') && !can(actor.role, 'papers:revoke'))
        throw new Failure('not-allowed', {
          message: 'Only a super admin or an admin can revoke a signed document, or take that back.',
          permission: 'papers:revoke',
        })
      return after.revokedOn ? 'revoked' : undefined
    },
  })
}
