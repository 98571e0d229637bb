import type { FastifyInstance } from 'fastify'

interface Repeated {
  /** Milliseconds between two rounds. */
  every: number
  work: () => Promise<void>
  /** What the log says of a round that failed; the next one tries again. */
  complaint: string
}

/** Does the work again and again as long as the application runs. */
export function repeatWhileRunning(app: FastifyInstance, { every, work, complaint }: Repeated): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      work().catch((error: unknown) => app.log.warn({ err: error }, complaint))
    }, every).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
