import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { normalizedPassword } from '#contract/session/limits.ts'
import { Failure } from '#server/http/failure.ts'

/** For argon2id, the library's default; memory in KiB. After a change, each password is rehashed at the next sign-in. */
const currentCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const maxQueueLength = 200

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /**
   * Verifies a password. A wrong one takes the same time with a hash and without one (`stored` is null). With `first` it
   * goes ahead of others: a browser that the account's owner has signed in with need not wait for strangers' guesses.
   */
  verify(password: string, stored: string | null, order?: { first: boolean }): Promise<boolean>
  isOutdated(stored: string): boolean
}

/**
 * Hashes passwords on all cores but one, so that many sign-ins don't stall other requests. Above `queueLength` it fails
 * with `busy`.
 */
export function passwordHashing({
  cost = currentCost,
  concurrency = Math.max(1, availableParallelism() - 1),
  queueLength = maxQueueLength,
} = {}): PasswordHashing {
  const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  const waiting = { first: [] as (() => void)[], later: [] as (() => void)[] }
  let running = 0

  async function queued<T>(work: () => Promise<T>, line: keyof typeof waiting = 'later'): Promise<T> {
    if (running >= concurrency) {
      if (waiting[line].length >= queueLength) throw new Failure('busy', { retryAfter: 5 })
      await new Promise<void>((resume) => waiting[line].push(resume))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The slot passes to the next in line without being released.
      const next = waiting.first.shift() ?? waiting.later.shift()
      if (next) next()
      else running -= 1
    }
  }

  const dummyHash = hash(crypto.randomUUID(), cost)
  return {
    hash: (password) => queued(() => hash(normalizedPassword(password), cost)),
    verify: (password, stored, order) =>
      queued(
        async () => {
          const matches = await verify(stored ?? (await dummyHash), normalizedPassword(password))
          return matches && stored !== null
        },
        order?.first ? 'first' : 'later',
      ),
    isOutdated: (stored) => !stored.startsWith(currentPrefix),
  }
}
