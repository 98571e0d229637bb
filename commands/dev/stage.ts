export interface Stage {
  /** Changes whenever open pages are out of date; no two runs of the command share one. */
  version(): string
  /** What a person has to put right before anything new can be seen. */
  problem(): string | null
  /** The port of the running server, as soon as there is one; null while the code keeps it from starting. */
  server(): Promise<number | null>
  /** The newest build that succeeded. */
  build(): string | null
  built(folder: string): void
  /** From now on requests wait for the next server. */
  hold(): void
  /** `left` is a problem that it serves in spite of. */
  serve(port: number, left: string | null): void
  /** `server` says whether the one that ran still does. */
  fail(problem: string, server: 'runs on' | 'is away'): void
  onChange(listener: () => void): void
}

/** What the front has to know about builds and the server, which come and go behind it. */
export function createStage(): Stage {
  const run = `${process.pid.toString(36)}${Date.now().toString(36)}`
  const listeners: (() => void)[] = []
  let count = 0
  let problem: string | null = null
  let build: string | null = null
  let server = Promise.withResolvers<number | null>()
  let isOpen = false

  function settle(port: number | null): void {
    if (isOpen) server = Promise.withResolvers()
    isOpen = true
    server.resolve(port)
  }
  function tell(): void {
    for (const listener of listeners) listener()
  }

  return {
    version: () => `${run}-${count}`,
    problem: () => problem,
    server: () => server.promise,
    build: () => build,
    built(folder) {
      build = folder
    },
    hold() {
      if (isOpen) server = Promise.withResolvers()
      isOpen = false
    },
    serve(port, left) {
      count += 1
      problem = left
      settle(port)
      tell()
    },
    fail(what, state) {
      problem = what
      if (state === 'is away') settle(null)
      tell()
    },
    onChange: (listener) => listeners.push(listener),
  }
}
