import { Failure } from './failure.ts'

/** The work with one key. */
interface Line {
  running: number
  /** Functions that let waiting work begin, the oldest first. */
  waiting: Set<() => void>
}

interface SemaphoreOptions {
  most: number
  /** Milliseconds. */
  patience: number
  /** Default: `locked`. */
  refusal?: () => Failure
}

/**
 * Runs at most `most` pieces of work with the same key at once. One that has waited for as long as `patience` says fails with
 * `refusal`.
 */
export function keyedSemaphore({ most, patience, refusal = () => new Failure('locked') }: SemaphoreOptions) {
  const lines = new Map<string, Line>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    lines.set(key, line)
    if (line.running < most) line.running += 1
    else await turnIn(line, patience, refusal)
    try {
      return await work()
    } finally {
      const [next] = line.waiting
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(key)
    }
  }
}

async function turnIn({ waiting }: Line, patience: number, refusal: () => Failure): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      waiting.delete(begin)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(begin)
      reject(refusal())
    }, patience)
    waiting.add(begin)
  })
}
