import type { Connection } from '#server/database/connection.ts'
import { removeSentBefore } from './claim-store.ts'

const hour = 60 * 60 * 1000
const keptWhenSent = 30 * 24 * hour

interface Needs {
  db: Connection
  clock: () => Date
  /** Removes what else is left of mails that were queued before then. */
  forget?: (before: Date) => void
}

/** Removes what was sent 30 days ago; called however often, once an hour. */
export function tidyHourly({ db, clock, forget }: Needs): () => Promise<void> {
  let tidiedAt = 0
  return async () => {
    const now = clock().getTime()
    if (now - tidiedAt < hour) return
    tidiedAt = now
    const before = new Date(now - keptWhenSent)
    await removeSentBefore(db, before)
    forget?.(before)
  }
}
