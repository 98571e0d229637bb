import type { FastifyBaseLogger } from 'fastify'

/** SIGTERM: what runs is finished, and the process is gone within 10 seconds. Milliseconds. */
const longestStop = 9_500

/**
 * Ends the process in order when it is asked to: the last thing added is stopped first. Failures that nobody caught
 * are logged and do not end it: one bad request must never take the others down.
 */
export function stopOnSignals(log: FastifyBaseLogger): { add: (stop: () => Promise<void>) => void } {
  const stops: (() => Promise<void>)[] = []
  let isStopping = false

  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), longestStop).unref()
    for (const step of stops.toReversed())
      await step().catch((error) => log.error({ err: error }, 'stopping'))
    process.exit(0)
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  // Started by another Node.js: that one was killed.
  process.on('disconnect', stop)
  process.on('uncaughtException', (error) => log.error({ err: error }, 'nobody caught this'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody caught this'))
  return { add: (step) => stops.push(step) }
}
