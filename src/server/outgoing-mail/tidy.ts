import type { Connection } from '#server/database/connection.ts'
import { removeSentBefore } from './claim-store.ts'
import type { Sender } from './compose-letter.ts'
import { dropRefusedNotices } from './notice-store.ts'

const hour = 60 * 60 * 1000
const keptWhenSent = 30 * 24 * hour

interface Needs {
  db: Connection
  clock: () => Date
  sender: Pick<Sender, 'organization'>
  /** Removes what else is left of mails that were queued before then. */
  forget?: (before: Date) => void
}

/** Removes what was sent 30 days ago, and what nobody wants any more; called however often, once an hour. */
export function tidyHourly({ db, clock, sender, forget }: Needs): () => Promise<void> {
  let tidiedAt = 0
  return async () => {
    const now = clock().getTime()
    if (now - tidiedAt < hour) return
    tidiedAt = now
    const before = new Date(now - keptWhenSent)
    await removeSentBefore(db, before)
    await dropRefusedNotices(db, sender.organization.notify?.contactMessages ?? [])
    forget?.(before)
  }
}
