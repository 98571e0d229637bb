import type { Connection } from '#server/database/connection.ts'
import { cursorAt, idOfCursor, placeOfCursor, wrongCursor } from '#server/http/page-cursor.ts'
import type { ClientCounts } from './counts.ts'
import { foundPages } from './found-pages.ts'
import type { ClientFilter } from './matching-store.ts'
import type { NamePlace } from './names-in-order.ts'
import { type Page, pageByName, pageBySilence, placeInList } from './page-store.ts'

type CountedPage = Page & { total: number }

/** A page of the list and how many match on all pages, found in the way that fits what the list is narrowed by. */
export function clientPages(db: Connection, counts: ClientCounts) {
  const found = foundPages(db)

  async function find(filter: ClientFilter, limit: number, cursor?: string): Promise<CountedPage> {
    const { search, status, silentSince } = filter
    if (silentSince) {
      const page = pageBySilence(db, filter, limit, cursor ? placeOfCursor(cursor) : undefined)
      return await withTotal(page, counts.silent(filter))
    }
    const last = cursor ? idOfCursor(cursor) : undefined
    if (search) return await found.page({ search, status }, limit, last, placeOf)
    found.prepare()
    const page = pageByName(db, filter, limit, last ? await placeOf(last) : undefined)
    return await withTotal(page, counts.ofStatus(status))
  }

  async function placeOf(id: string): Promise<NamePlace> {
    const place = await placeInList(db, id)
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
