/** What has to be undone, whatever happens: the last thing made is undone first. */
export interface Cleanup {
  /** Undone at once, and an error, when the end has come already. */
  add(undo: () => Promise<unknown> | unknown): void
  /** The same however often it is called. Undoes the rest, too, when one thing fails, and then tells of it. */
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
      throw new Error('This run is ending.')
    },
    run() {
      running ??= undoAll()
      return running
    },
  }
}
