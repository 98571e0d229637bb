import { Readable } from 'node:stream'
import type { AppContext } from '#server/app-context.ts'
import { refuseIfLimited } from './caller.ts'
import { countAttempt, forgetAttempts, limitPerCaller, renewBlock } from './store.ts'

/** Lists of up to this many records are read before they are sent, and are not rate limited. */
export const largeList = 2000
/** Milliseconds. */
const renewalInterval = 20_000
/** Retry-After, in seconds, while a list is being sent. Most are sent sooner. */
const retryAfter = 5

interface SentPages {
  employeeId: string
  /** Commits the audit row, before the first byte. */
  record: () => Promise<void>
  pages: (beforeEnd: () => Promise<void>) => AsyncIterable<string | Uint8Array>
  /** Whether it counts towards ten an hour; it does unless this says otherwise. */
  isCounted?: boolean
}

interface SentList extends Omit<SentPages, 'pages' | 'isCounted'> {
  /** How many records; any number above 2,000 stands for all of them. */
  count: number
  pages: (beforeEnd?: () => Promise<void>) => AsyncIterable<string | Uint8Array>
}

/** Sends a list; more than 2,000 records as `pageSender` does. */
export function listSender(context: AppContext) {
  const sendPages = pageSender(context)
  return async function send({ count, ...list }: SentList): Promise<Readable> {
    if (count > largeList) return await sendPages(list)
    const parts = await Array.fromAsync(list.pages())
    await list.record()
    return Readable.from(parts, { objectMode: false })
  }
}

/** Sends records page by page; an employee can load one such list at a time and ten an hour, of whatever kind (docs/product.md 76). */
export function pageSender({ db, clock, sessionSecret: secret }: AppContext) {
  const hourly = limitPerCaller(secret, { name: 'client-lists', attempts: 10, seconds: 60 * 60 })
  // If the server is killed while it sends a list, the employee can load one again after this time.
  const atOnce = limitPerCaller(secret, { name: 'client-list', attempts: 1, seconds: 60 })
  return async function send({ employeeId, record, pages, isCounted = true }: SentPages): Promise<Readable> {
    const inProgress = atOnce(employeeId)
    const isSending = (await countAttempt(db, clock(), inProgress)) > 0
    refuseIfLimited(
      isSending ? retryAfter : 0,
      'You are already loading a long list. Please wait until that has finished.',
    )
    const renewal = setInterval(() => {
      renewBlock(db, clock(), inProgress).catch(() => {})
    }, renewalInterval).unref()
    let released: Promise<void> | undefined
    // If it fails, the row expires by itself.
    const release = () => {
      clearInterval(renewal)
      released ??= forgetAttempts(db, inProgress).catch(() => {})
      return released
    }
    try {
      refuseIfLimited(
        isCounted ? await countAttempt(db, clock(), hourly(employeeId)) : 0,
        'You can load long lists only ten times an hour. Please try again later.',
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
