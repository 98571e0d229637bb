import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { normalizedPassword } from '#contract/session/schema.ts'
import { Failure } from '#server/http/failure.ts'

/** argon2id, the library's default algorithm; memory in KiB. Raising these rehashes at each next sign-in. */
const costOfToday: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** KiB, below which argon2 does not work. */
const leastMemory = 8

const longestQueue = 200

type Cost = { memoryCost: number; timeCost: number; parallelism: number }

/** The cost that a hash of older parameters is short of today's; undefined if none. */
function missingCost(stored: string, cost: Cost): Cost | undefined {
  const [, memory, time] = /\$m=(\d+),t=(\d+),/.exec(stored) ?? []
  const memoryCost = cost.memoryCost - Math.ceil((Number(memory) * Number(time)) / cost.timeCost)
  return memoryCost >= leastMemory ? { ...cost, memoryCost } : undefined
}

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /**
   * A wrong password takes the same time for a hash of older parameters as for one of today's, and for an account
   * without a password (`stored` null), which no password matches.
   */
  verify(password: string, stored: string | null): Promise<boolean>
  isOutdated(stored: string): boolean
}

/**
 * Hashing for all accounts: as many at once as there are cores and a short queue behind, so that a storm of sign-ins
 * does not stall those who are signed in. Beyond the queue it fails with `busy`.
 */
export function passwordHashing({
  cost = costOfToday,
  concurrency = availableParallelism(),
  queueLength = longestQueue,
} = {}): PasswordHashing {
  const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  const waiting: (() => void)[] = []
  let running = 0

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= queueLength) throw new Failure('busy', { retryAfter: 5 })
      await new Promise<void>((resume) => waiting.push(resume))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The slot goes to the next in line without being given up in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  const dummyHash = hash(crypto.randomUUID(), cost)
  return {
    hash: (password) => queued(() => hash(normalizedPassword(password), cost)),
    verify: (password, stored) =>
      queued(async () => {
        const typed = normalizedPassword(password)
        const matches = await verify(stored ?? (await dummyHash), typed)
        const missing = !matches && stored !== null && missingCost(stored, cost)
        if (missing) await hash(typed, missing)
        return matches && stored !== null
      }),
    isOutdated: (stored) => !stored.startsWith(currentPrefix),
  }
}
