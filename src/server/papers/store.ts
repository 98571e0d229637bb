import type { Paper } from '#contract/papers/endpoints.ts'
import { paperFields, paperName } from '#contract/papers/fields.ts'
import { clientRecordStore } from '#server/client-records/store.ts'

export const papers = clientRecordStore<Paper>({
  name: 'papers',
  kind: 'paper',
  table: 'papers',
  fields: paperFields,
  order: 'signed_on DESC, id',
  due: {
    on: 'expiresOn',
    // Not renewed by a later one.
    where: `papers.revoked_on IS NULL AND NOT EXISTS (
      SELECT FROM papers AS newer
      WHERE newer.client_id = papers.client_id AND newer.kind = papers.kind AND newer.revoked_on IS NULL
        AND lower(newer.to) IS NOT DISTINCT FROM lower(papers.to)
        AND coalesce(newer.expires_on, 'infinity') > papers.expires_on
    )`,
    what: paperName,
  },
})
