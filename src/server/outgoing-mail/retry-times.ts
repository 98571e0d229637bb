const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A little less than the minute, which also has to hold when the next look is some seconds late. */
const longestAtFirst = 50 * second
/** A server that was silent for long is left alone for so long, however much time is up. */
const shortestWait = 5 * second

/** Milliseconds after which a mail that could not be handed over counts as refused. */
const longestWait = 3 * 24 * hour

interface Attempt {
  createdAt: Date
  /** With the one that failed. */
  attempts: number
  startedAt: Date
}

/**
 * When a mail that could not be handed over for now is tried again: after 15 seconds, then 30, then at least every minute
 * for an hour (`operations.md`), then ever less often up to every 15 minutes. Undefined after three days: it is given up.
 */
export function nextAttempt({ createdAt, attempts, startedAt }: Attempt, now: Date): Date | undefined {
  const age = now.getTime() - createdAt.getTime()
  if (age >= longestWait) return undefined
  const atFirst = Math.min(longestAtFirst, 15 * second * 2 ** (attempts - 1))
  const wait = age < hour ? atFirst : Math.max(atFirst, Math.min(15 * minute, age / 60))
  // From its start: an attempt that took long was long enough a wait.
  return new Date(Math.max(now.getTime() + shortestWait, startedAt.getTime() + wait))
}
