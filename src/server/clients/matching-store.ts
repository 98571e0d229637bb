import { type SelectQueryBuilder, sql } from 'kysely'
import { type ClientStatus, unknownStatus } from '#contract/clients/statuses.ts'
import type { Database } from '#server/database/tables.ts'

/** What the list is narrowed by; all of it at once. */
export interface ClientFilter {
  search?: string | undefined
  status?: ClientStatus | typeof unknownStatus | undefined
  /** Only active clients without a note since then. Orders by silence, the longest first, instead of by name. */
  silentSince?: Date | undefined
}

/** Narrows to the living that match; the search is blind to case and accents on both sides. */
export function matching<O>(query: SelectQueryBuilder<Database, 'clients', O>, filter: ClientFilter) {
  const { search, status, silentSince } = filter
  let narrowed = query.where('deleted_at', 'is', null)
  if (status === unknownStatus) narrowed = narrowed.where('status', 'is', null)
  else if (status) narrowed = narrowed.where('status', '=', status)
  if (silentSince) {
    narrowed = narrowed
      .where('status', '=', 'active')
      .where((eb) => eb.or([eb('last_note_at', 'is', null), eb('last_note_at', '<', silentSince)]))
  }
  return search ? narrowed.where(sql<boolean>`search_name LIKE name_pattern(${search})`) : narrowed
}

/** Since when nobody has written about a client. */
export const silence = sql<Date>`coalesce(last_note_at, created_at)`

export function inOrder<O>(query: SelectQueryBuilder<Database, 'clients', O>, { silentSince }: ClientFilter) {
  if (silentSince) return query.orderBy(silence).orderBy('id')
  return query.orderBy('sort_last').orderBy('sort_first').orderBy('id')
}
