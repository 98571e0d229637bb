import type { Connection } from '#server/database/connection.ts'
import { cursorAt, idOfCursor, placeOfCursor, wrongCursor } from '#server/http/page-cursor.ts'
import type { ClientCounts } from './counts.ts'
import { foundPages } from './found-pages.ts'
import type { ClientFilter } from './matching-store.ts'
import {
  type FoundPage,
  type NamePlace,
  type Page,
  pageByName,
  pageBySilence,
  pageOfFound,
  placeOf,
  type SearchFilter,
} from './page-store.ts'
import { versionWith } from './version-store.ts'

/** Three letters or digits in a row: so many it takes for the index of names to find those that hold them. */
const findableByIndex = /[\p{L}\p{N}]{3}/u

type CountedPage = Page & { total: number }

/** A page of the list and how many match on all pages, found in the way that fits what the list is narrowed by. */
export function clientPages(db: Connection, counts: ClientCounts) {
  const remembered = foundPages(db)

  async function find(filter: ClientFilter, limit: number, cursor?: string): Promise<CountedPage> {
    const { search, silentSince } = filter
    if (silentSince) {
      const page = pageBySilence(db, filter, limit, cursor ? placeOfCursor(cursor) : undefined)
      return await withTotal(page, counts.silent(filter))
    }
    if (!search) return await findByName(filter, limit, cursor)
    const wanted = { ...filter, search }
    return await remembered(wanted, limit, cursor, () => findBySearch(wanted, limit, cursor))
  }

  async function findBySearch(filter: SearchFilter, limit: number, cursor?: string): Promise<FoundPage> {
    if (findableByIndex.test(filter.search)) {
      return await pageOfFound(db, filter, limit, await placeIn(cursor))
    }
    // Asked for first: a change meanwhile makes the page newer than its version, and looked for once more than it need be.
    const { version } = await versionWith(db, [])
    return { ...(await findByName(filter, limit, cursor)), version }
  }

  async function findByName(filter: ClientFilter, limit: number, cursor?: string): Promise<CountedPage> {
    const page = pageByName(db, filter, limit, await placeIn(cursor))
    return await withTotal(page, counts.matching(filter))
  }

  async function placeIn(cursor?: string): Promise<NamePlace | undefined> {
    if (!cursor) return undefined
    const place = await placeOf(db, idOfCursor(cursor))
    if (!place) throw wrongCursor()
    return place
  }

  return async (filter: ClientFilter, limit: number, cursor?: string) => {
    const { items, total, end } = await find(filter, limit, cursor)
    return { items, total, nextCursor: end && cursorAt(end) }
  }
}

async function withTotal(finding: Promise<Page>, counting: Promise<number>): Promise<CountedPage> {
  const [page, total] = await Promise.all([finding, counting])
  return { ...page, total }
}
