import { tell } from '#commands/install.mjs'

/** What to undo at the end, the last step first, even if something fails. */
export interface Cleanup {
  /** Throws, after undoing the step, once the cleanup has begun. */
  add(undo: () => Promise<unknown> | unknown): void
  /** Runs once. A step that fails does not stop the others, and is reported at the end. */
  run(): Promise<void>
}

export function createCleanup(): Cleanup {
  const steps: (() => Promise<unknown> | unknown)[] = []
  let running: Promise<void> | undefined

  async function undoAll(): Promise<void> {
    const failures: unknown[] = []
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `Not all could be undone: ${failures.join('; ')}`)
  }

  return {
    add(undo) {
      if (!running) return void steps.push(undo)
      void undo()
      throw new Error('The cleanup has begun.')
    },
    run() {
      running ??= undoAll()
      return running
    },
  }
}

/** Does the work, runs the cleanup and exits; also after Ctrl-C, or when the parent process is gone. */
export async function runWithCleanup(work: (cleanup: Cleanup) => Promise<void>): Promise<never> {
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
