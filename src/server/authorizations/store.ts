import { sql } from 'kysely'
import type { Authorization } from '#contract/authorizations/endpoints.ts'
import { authorizationFields } from '#contract/authorizations/fields.ts'
import { authorizationName, serviceLabel, warningsOf } from '#contract/authorizations/rules.ts'
import { clientRecordStore } from '#server/client-records/store.ts'
import { isUncorrectedOf } from '#server/notes/store.ts'

export const authorizations = clientRecordStore<Authorization>({
  name: 'authorizations',
  kind: 'authorization',
  table: 'authorizations',
  fields: authorizationFields,
  lookups: {
    usedMinutes: 'served.minutes',
    remainingMinutes: 'authorizations.minutes - served.minutes',
    unmeasured: 'served.unmeasured',
  },
  join: (clientId) => sql`
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(minutes), 0) AS minutes, count(*) FILTER (WHERE minutes IS NULL) AS unmeasured FROM notes
      WHERE notes.client_id = authorizations.client_id AND notes.service = authorizations.service
        AND service_date BETWEEN starts_on AND ends_on AND contact IS DISTINCT FROM 'attempt'
        AND notes.deleted_at IS NULL AND mistaken IS NOT TRUE
        AND ${isUncorrectedOf(clientId)}
    ) AS served`,
  ofToday: (authorization, today) => ({ warnings: warningsOf(authorization, today) }),
  order: 'mistaken IS TRUE, ends_on DESC, id',
  due: {
    on: 'endsOn',
    where: `authorizations.mistaken IS NOT TRUE AND NOT EXISTS (
      SELECT FROM authorizations AS later
      WHERE later.client_id = authorizations.client_id AND later.service = authorizations.service
        AND later.mistaken IS NOT TRUE AND later.starts_on > authorizations.ends_on)`,
    what: (authorization) => `${authorizationName(authorization)}, ${serviceLabel(authorization.service)}`,
  },
})
