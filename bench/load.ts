import { join } from 'node:path'
import { ask, startBeside } from '#commands/trial/child.ts'
import type { Cleanup } from '#commands/trial/cleanup.ts'
import type { Request } from './http.ts'

export interface LoadWanted {
  url: string
  connections: number
  /** How many requests in all; every one is waited for. */
  amount: number
  /** Each connection takes its share of them, again and again. */
  requests: Request[]
}

/** What the callers saw. Times in milliseconds. */
export interface LoadSeen {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Answers that were no success, by status. */
  refused: Record<string, number>
  /** Lost connections, and requests without an answer. */
  errors: number
}

/** Makes load in a process of its own, so that its CPU counts for nobody. */
export function startLoad(cleanup: Cleanup): (wanted: LoadWanted) => Promise<LoadSeen> {
  const child = startBeside(cleanup, join(import.meta.dirname, 'load-program.ts'))
  return (wanted) => ask<LoadSeen>(child, wanted)
}
