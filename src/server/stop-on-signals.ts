import type { FastifyBaseLogger } from 'fastify'

/** With which the program ends when it can't go on; whoever started it may start it again. */
export const exitCodeAfterCrash = 70

/** Milliseconds: the process is gone within 10 seconds of SIGTERM. */
const longestStop = 9_500
/** Milliseconds in which calls are still answered after a crash, by 503. */
const longestCrash = 1_000

interface Stopping {
  /** What is added last is stopped first. */
  add(stop: () => Promise<unknown>): void
  /** Aborted once it has begun. From then on nothing more may be started: it would not be stopped. */
  signal: AbortSignal
  /** Stops what has been added, once. */
  stop(): Promise<void>
  /** Ends the process without waiting for what hangs. */
  crash(code: number): Promise<void>
}

/**
 * Ends the process in order when it is asked to. Installed before anything is started, so that whatever exists by then
 * is stopped. Failures that nobody caught are logged and don't end it: one bad request must not take the others down.
 */
export function stopOnSignals(log: FastifyBaseLogger): Stopping {
  const stops: (() => Promise<unknown>)[] = []
  const beginning = new AbortController()
  let stopped: Promise<void> | undefined

  async function stopAll(): Promise<void> {
    for (const step of stops.toReversed()) {
      await step().catch((error: unknown) => log.error({ err: error }, 'stopping'))
    }
  }

  function stop(): Promise<void> {
    beginning.abort()
    stopped ??= stopAll()
    return stopped
  }

  async function end(code: number, patience: number): Promise<void> {
    setTimeout(() => process.exit(code || 1), patience).unref()
    await stop()
    process.exit(code)
  }

  const endInOrder = () => void end(0, longestStop)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, endInOrder)
  // Started by another Node.js: that one was killed, perhaps before this line.
  process.on('disconnect', endInOrder)
  if (process.send && !process.connected) endInOrder()
  process.on('uncaughtException', (error) => log.error({ err: error }, 'nobody caught this'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody caught this'))
  return {
    add: (step) => stops.push(step),
    signal: beginning.signal,
    stop,
    crash: (code) => end(code, longestCrash),
  }
}
