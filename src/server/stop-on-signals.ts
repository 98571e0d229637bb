import type { FastifyBaseLogger } from 'fastify'

/** Exit code after a crash; the parent process may restart the server. */
export const exitCodeAfterCrash = 70

/** Milliseconds. The process exits within 10 seconds of SIGTERM, or of the end of draining. */
const stopTimeout = 9_500
/** Milliseconds in which requests still get a 503 after the database was lost. */
const crashTimeout = 1_000
/** Milliseconds for running requests to finish after an uncaught error. */
const errorTimeout = 5_000

interface Stopping {
  /** Steps run in reverse order. */
  add(stop: () => Promise<unknown>): void
  /** Aborted when stopping begins. Start nothing after that: it would not be stopped. */
  signal: AbortSignal
  /** From now on a signal lets everything run for that many milliseconds more, so that balancers notice. */
  drainFor(milliseconds: number): void
  /** Runs all steps, once. */
  stop(): Promise<void>
  /** Stops, but exits soon even if a step hangs. */
  crash(code: number): Promise<void>
}

/**
 * Shuts down in order on a signal. Call it before starting anything, so that everything is stopped. After an uncaught
 * error, which leaves an unknown state, running requests are finished and the process exits, to be restarted.
 */
export function stopOnSignals(log: FastifyBaseLogger): Stopping {
  const stops: (() => Promise<unknown>)[] = []
  const beginning = new AbortController()
  let stopped: Promise<void> | undefined
  let drainTime = 0

  async function stopAll(): Promise<void> {
    for (const step of stops.toReversed()) {
      await step().catch((error: unknown) => log.error({ err: error }, 'a step of the shutdown failed'))
    }
  }

  function stop(): Promise<void> {
    beginning.abort()
    stopped ??= stopAll()
    return stopped
  }

  async function end(code: number, timeout: number): Promise<void> {
    setTimeout(() => process.exit(code || 1), timeout).unref()
    await stop()
    process.exit(code)
  }

  const endInOrder = () => void end(0, stopTimeout)
  const drain = () => {
    // All processes of a service may get the signal, and pass it on: it comes several times.
    if (drainTime > 0 && beginning.signal.aborted) return
    beginning.abort()
    setTimeout(endInOrder, drainTime)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, drain)
  // The parent Node.js process was killed, perhaps before this line.
  process.on('disconnect', endInOrder)
  if (process.send && !process.connected) endInOrder()
  // Unhandled rejections raise this event, too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    void end(exitCodeAfterCrash, errorTimeout)
  })
  return {
    add: (step) => stops.push(step),
    signal: beginning.signal,
    drainFor: (milliseconds) => {
      drainTime = milliseconds
    },
    stop,
    crash: (code) => end(code, crashTimeout),
  }
}
