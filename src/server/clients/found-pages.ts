import type { Connection } from '#server/database/connection.ts'
import { NewestEntries } from '#server/newest-entries.ts'
import type { FoundPage, SearchFilter } from './page-store.ts'
import { versionWith } from './version-store.ts'

/** Who stood on a page of one version of the clients. */
type Remembered = Omit<FoundPage, 'items'> & { ids: string[] }

/** So many pages are remembered; a person who types asks for a few. */
const mostPages = 500

/**
 * Remembers which clients a search found: to look for them costs more the more there are, to read them again does not.
 * One statement reads them with the version of the clients, which tells whether the page is still the one of this moment
 * or has to be looked for anew (docs/decisions/0024).
 */
export function foundPages(db: Connection) {
  const remembered = new NewestEntries<Remembered>(mostPages)

  return async (
    { search, status }: SearchFilter,
    limit: number,
    cursor: string | undefined,
    find: () => Promise<FoundPage>,
  ): Promise<FoundPage> => {
    const key = JSON.stringify([search, status, limit, cursor])
    const known = remembered.get(key)
    if (known) {
      const { version, clients } = await versionWith(db, known.ids)
      if (known.version === version) return { ...known, items: clients }
    }
    const { items, ...page } = await find()
    remembered.set(key, { ...page, ids: items.map(({ id }) => id) })
    return { ...page, items }
  }
}
