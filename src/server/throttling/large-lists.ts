import { Readable } from 'node:stream'
import type { AppContext } from '#server/app-context.ts'
import { Failure } from '#server/http/failure.ts'
import { assertNotLimited } from './caller.ts'
import { countAttempt, forgetAttempts, limitPerCaller, renewBlock } from './store.ts'

/** Lists of more records are limited. */
export const largeList = 2000
/** Lists of records with long texts are sent while they are read if they have more than this. */
export const recordsAtOnce = 200

/** Long lists that this process sends at once: each may hold a connection until a slow reader has it all. */
const mostLists = 4
let listsInProgress = 0

/** Milliseconds. */
const renewalInterval = 20_000
/** Retry-After, in seconds, while a list is being sent. Most are sent sooner. */
const retryAfter = 5

interface WholeList {
  employeeId: string
  /** Sent while it is read, one at a time for each employee; otherwise read before it is sent. */
  isLong: boolean
  /** Whether a long one counts towards the ten an hour. Default: true */
  isCounted?: boolean
  /** Commits the audit row, before the first byte. */
  record: () => Promise<unknown>
  parts: () => AsyncIterable<string | Uint8Array>
}

/**
 * Sends whole lists of whatever kind (docs/product.md 76). If reading fails in the middle, the connection ends, so that nobody
 * takes a part for the whole.
 */
export function wholeListSender({
  db,
  clock,
  sessionSecret: secret,
}: Pick<AppContext, 'db' | 'clock' | 'sessionSecret'>) {
  const hourly = limitPerCaller(secret, { name: 'client-lists', attempts: 10, seconds: 60 * 60 })
  // If the server is killed while it sends a list, the employee can load one again after this time.
  const atOnce = limitPerCaller(secret, { name: 'client-list', attempts: 1, seconds: 60 })
  return async function send({ employeeId, isLong, isCounted = true, record, parts }: WholeList) {
    if (!isLong) {
      const whole = await Array.fromAsync(parts())
      await record()
      return Readable.from(whole, { objectMode: false })
    }
    const inProgress = atOnce(employeeId)
    const isSending = (await countAttempt(db, clock(), inProgress)) > 0
    assertNotLimited(
      isSending ? retryAfter : 0,
      'You are already downloading a large list. Please wait until it has finished.',
    )
    if (listsInProgress === mostLists) {
      await forgetAttempts(db, inProgress)
      throw new Failure('busy')
    }
    listsInProgress += 1
    const renewal = setInterval(() => {
      renewBlock(db, clock(), inProgress).catch(() => {})
    }, renewalInterval).unref()
    let released: Promise<void> | undefined
    const release = () => {
      released ??= end()
      return released
    }
    const end = async () => {
      clearInterval(renewal)
      listsInProgress -= 1
      // If it fails, the row expires by itself.
      await forgetAttempts(db, inProgress).catch(() => {})
    }
    try {
      assertNotLimited(
        isCounted ? await countAttempt(db, clock(), hourly(employeeId)) : 0,
        'You can download large lists only 10 times an hour. Please try again later.',
      )
      await record()
    } catch (error) {
      await release()
      throw error
    }
    return Readable.from(beforeLast(parts(), release), { objectMode: false }).once('close', release)
  }
}

/** Awaits `release` before the last part: the next list can be requested as soon as this one has arrived. */
async function* beforeLast<Part>(parts: AsyncIterable<Part>, release: () => Promise<void>) {
  let held: Part | undefined
  for await (const part of parts) {
    if (held !== undefined) yield held
    held = part
  }
  await release()
  if (held !== undefined) yield held
}
