import { tell } from '#commands/install.mjs'
import { type Cleanup, createCleanup } from './cleanup.ts'

/**
 * Does the work, undoes what it adds to the cleanup, and ends this process: also after Ctrl-C, or when whoever started
 * it is gone.
 */
export async function untilInterrupted(work: (cleanup: Cleanup) => Promise<void>): Promise<never> {
  const cleanup = createCleanup()
  const working = work(cleanup)
  working.catch(() => {})
  try {
    const outcome = await Promise.race([working, interruption()])
    if (outcome === 'interrupted') {
      tell('Stopping …')
      process.exitCode = 130
    }
  } finally {
    await cleanup.run()
  }
  process.exit()
}

function interruption(): Promise<'interrupted'> {
  return new Promise((resolve) => {
    const stop = () => resolve('interrupted')
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    process.on('disconnect', stop)
  })
}
