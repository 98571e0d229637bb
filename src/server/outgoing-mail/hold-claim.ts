import type { Connection } from '#server/database/connection.ts'
import { type Claim, hasAnotherClaim, renewClaim } from './claim-store.ts'

/** Milliseconds; three of these fit into a claim. */
const renewedEvery = 15_000

/** Keeps a mail for this instance as long as `work` takes, however slow the mail server is. Moves `claim.until` ahead. */
export async function holdClaim(
  db: Connection,
  claim: Claim,
  work: () => Promise<void>,
  trouble: { claimWasLost(mail: string): void },
): Promise<void> {
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // One at a time; one that failed is followed by another before the claim has lapsed.
    renewing = renewing.then(renew).catch(() => {})
  }, renewedEvery).unref()

  async function renew(): Promise<void> {
    const until = await renewClaim(db, claim)
    if (until) claim.until = until
    else if (await hasAnotherClaim(db, claim)) {
      clearInterval(timer)
      trouble.claimWasLost(claim.id)
    }
  }

  try {
    await work()
  } finally {
    clearInterval(timer)
    await renewing
  }
}
