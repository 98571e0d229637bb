import { viewActions } from '#contract/audit/actions.ts'
import type { TrailRow } from '#contract/audit/endpoints.ts'

/** One row; or the views of one person's visit to one record, the newest first. */
export type Visit = [newest: TrailRow, ...earlier: TrailRow[]]

/** From the first to the last view of a visit. */
export const visitMinutes = 30

/**
 * Puts views of one record, or of one kind of list, by one person together. Notes belong to their client. Newest first, as the
 * rows are: older rows that are loaded later can only make the last visits longer.
 */
export function visitsIn(rows: readonly TrailRow[]): Visit[] {
  const visits: Visit[] = []
  const latest = new Map<string, Visit>()
  for (const row of rows) {
    const place = placeOf(row)
    const visit = place === undefined ? undefined : latest.get(place)
    if (visit && Date.parse(visit[0].at) - Date.parse(row.at) <= visitMinutes * 60_000) {
      visit.push(row)
      continue
    }
    const first: Visit = [row]
    visits.push(first)
    if (place !== undefined) latest.set(place, first)
  }
  return visits
}

const views: readonly string[] = viewActions

/** Who views what; undefined for rows that stay by themselves. */
function placeOf({ action, actor, clientId, recordId, kind }: TrailRow): string | undefined {
  return actor && views.includes(action) ? `${actor.id} ${clientId ?? recordId ?? kind}` : undefined
}
