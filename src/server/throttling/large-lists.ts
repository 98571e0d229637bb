import { Readable } from 'node:stream'
import type { AppContext } from '#server/app-context.ts'
import { refuseIfLimited } from './caller.ts'
import { rateLimit } from './store.ts'

/** Lists of up to this many records are read before they are sent, and are not rate limited. */
export const largeList = 2000
/** Retry-After, in seconds, while a list is being sent. Most are sent sooner. */
const retryAfter = 5

/**
 * Sends more than 2,000 records page by page, one list at a time for each employee and ten in an hour, whatever is listed
 * (docs/product.md 76). `record` commits the audit row, before the first byte. `records` is a word such as 'clients'. What
 * is not `isLimited` is not counted by the hour.
 */
export function largeLists({ db, sessionSecret: secret }: AppContext, records: string) {
  const perHour = rateLimit({ name: 'client-lists', points: 10, seconds: 60 * 60, secret })
  // If the server is killed while it sends a list, the employee can load one again after this time.
  const inProgress = rateLimit({ name: 'client-list', points: 1, seconds: 10 * 60, secret })
  return async function send(
    employeeId: string,
    record: () => Promise<void>,
    pages: (beforeEnd: () => Promise<void>) => AsyncIterable<string | Uint8Array>,
    { isLimited = true } = {},
  ): Promise<Readable> {
    const isSending = (await inProgress.consume(db, employeeId)) > 0
    refuseIfLimited(
      isSending ? retryAfter : 0,
      `You are already loading all ${records}. Please wait until that has finished.`,
    )
    let released: Promise<void> | undefined
    // If it fails, the row expires by itself.
    const release = () => {
      released ??= inProgress.release(db, employeeId).catch(() => {})
      return released
    }
    try {
      refuseIfLimited(
        isLimited ? await perHour.consume(db, employeeId) : 0,
        `All ${records} can be loaded ten times an hour. Please try again later.`,
      )
      await record()
    } catch (error) {
      await release()
      throw error
    }
    // Before the last byte: the next list can be requested as soon as this one has arrived.
    return Readable.from(pages(release), { objectMode: false }).once('close', release)
  }
}
