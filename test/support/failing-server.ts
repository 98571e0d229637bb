import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { createLog } from '#server/http/request-log.ts'
import { stopOnSignals } from '#server/stop-on-signals.ts'

/* A server that stops as the product does, with routes whose errors are not caught. Prints its address. */

const stopping = stopOnSignals(createLog('fatal'))
const app = fastify()
app.get('/throws-later', async () => {
  setTimeout(() => {
    throw new Error('thrown after the answer')
  })
  return 'answered'
})
app.get('/rejects-unseen', async () => {
  void Promise.reject(new Error('rejected unseen'))
  return 'answered'
})
app.get('/slow', async () => {
  await pause(1_000)
  return 'finished'
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
stopping.add(() => app.close())
process.stdout.write(url)
