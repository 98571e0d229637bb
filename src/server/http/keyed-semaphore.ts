import { Failure } from './failure.ts'

/** The work with one key. */
interface Line {
  running: number
  /** Each begins what waits, the first one first. */
  waiting: Set<() => void>
}

/** Lets `most` of the work with the same key run at once, and fails with `locked` what has waited for `patience` milliseconds. */
export function keyedSemaphore({ most, patience }: { most: number; patience: number }) {
  const lines = new Map<string, Line>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    lines.set(key, line)
    if (line.running < most) line.running += 1
    else await turnIn(line, patience)
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

async function turnIn({ waiting }: Line, patience: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      waiting.delete(begin)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(begin)
      reject(new Failure('locked'))
    }, patience)
    waiting.add(begin)
  })
}
