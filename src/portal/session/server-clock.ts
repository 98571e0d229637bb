import { storageKeys } from '#contract/session/storage.ts'
import { browserStorage } from './storage.ts'

/*
 * Which day it is, and what is overdue, goes by the server's clock: one of a device may be days off. All tabs share what is
 * known of the difference, and a page knows it from its start.
 */

/** Milliseconds. A smaller difference is not noted, and a reply that took longer is not trusted: the device may have slept. */
const tolerance = 60_000

const offset = () => Number(browserStorage.read(storageKeys.clockOffset) ?? 0)

/** The time on the server, as far as its replies have told. */
export function serverNow(): Date {
  return new Date(Date.now() + offset())
}

/** `date` is the Date header of a reply to a request that was sent at `sentAt`, in milliseconds of this device's clock. */
export function noteServerTime(date: string | null, sentAt: number): void {
  const now = Date.now()
  const measured = Date.parse(date ?? '') - now
  if (now - sentAt < tolerance && Math.abs(measured - offset()) > tolerance)
    browserStorage.write(storageKeys.clockOffset, String(measured))
}
