import { unknownStatus } from '#contract/clients/statuses.ts'
import type { Connection } from '#server/database/connection.ts'
import { folded, knownNames } from './known-names.ts'
import type { ClientFilter } from './matching-store.ts'
import type { NamePlace } from './names-in-order.ts'
import type { Page } from './page-store.ts'
import { livingWith } from './version-store.ts'

export type SearchFilter = Pick<ClientFilter, 'status'> & { search: string }

/** So often a page is looked for while clients come and go; the last one may be some milliseconds old. */
const mostTries = 5

/**
 * Pages of those that a search finds, by the names that this process knows (docs/decisions/0027). One statement reads the
 * clients of a page with the version of all: another one than the names have, and they are brought up to date first.
 */
export function foundPages(db: Connection) {
  const names = knownNames(db)

  return {
    /** Begins to read the names, if that has not been done: whoever opens the list is likely to search. */
    prepare(): void {
      // Whoever searches asks again, and is told what is wrong.
      if (!names.areRead()) names.follow().catch(() => {})
    },

    /** `placeOf` tells where a client stands whom the names no longer have: one deleted since still marks its place. */
    async page(
      { search, status }: SearchFilter,
      limit: number,
      last: string | undefined,
      placeOf: (id: string) => Promise<NamePlace>,
    ): Promise<Page & { total: number }> {
      const part = await folded(db, search)
      if (!names.areRead()) await names.follow()
      const after = last === undefined ? undefined : (names.placeOf(last) ?? (await placeOf(last)))
      const wanted = { part, status: status === unknownStatus ? null : status }
      for (let tries = 1; ; tries += 1) {
        const { total, found, version } = names.find(wanted, limit + 1, after)
        const ids = found.slice(0, limit).map(({ id }) => id)
        const now = await livingWith(db, ids)
        if (now.version === version || tries === mostTries) {
          const end = found.length > limit ? ids.at(-1) : undefined
          return { items: now.clients, total, end: end ? { id: end } : null }
        }
        await names.follow()
      }
    },
  }
}
