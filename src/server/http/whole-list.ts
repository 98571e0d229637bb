import { Readable } from 'node:stream'
import { Failure } from './failure.ts'

/** Lists of up to this many records are read at once. */
export const recordsAtOnce = 200

const oneAtATime = 'You are already loading a list of all records. Please wait until that has finished.'

/** Retry-After, in seconds. */
const retryAfter = 5

export interface ListPage<Row> {
  items: readonly Row[]
  /** Where the page ends; null if it is the last. */
  last: string | null
}

/**
 * Sends lists of more records than that as a JSON array, page by page, one at a time for each employee: as objects, a few of
 * them would fill the memory. Counted in this process, whose memory it protects.
 */
export function wholeLists() {
  const sending = new Set<string>()
  return function send<Row>(
    employeeId: string,
    first: ListPage<Row>,
    next: (last: string) => Promise<ListPage<Row> | undefined>,
    serialize: (row: Row) => string,
  ): Readable {
    if (sending.has(employeeId)) throw new Failure('too-many-requests', { message: oneAtATime, retryAfter })
    sending.add(employeeId)
    const release = () => sending.delete(employeeId)
    async function* parts() {
      let start = '['
      for (let page: ListPage<Row> | undefined = first; page; ) {
        yield start + page.items.map(serialize).join()
        start = ','
        page = page.last === null ? undefined : await next(page.last)
      }
      release()
      yield ']'
    }
    return Readable.from(parts(), { objectMode: false }).once('close', release)
  }
}
