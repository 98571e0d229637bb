import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

/** Far more than all staff of an organization ask for in one moment; the database gets so many done in about one second. */
const mostAtOnce = 1_000

/**
 * Beyond what can be done at once the answer is `busy`, before anything is asked of the database: who waits in a queue of
 * thousands gives up and asks again. What is still on its way in or out is not counted, or slow callers could fill the house.
 */
export function refuseOverload(app: FastifyInstance, most = mostAtOnce): void {
  const working = new Set<FastifyRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (working.size >= most) return done(new Failure('busy'))
    working.add(request)
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    working.delete(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    working.add(request)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    working.delete(request)
    done(null, payload)
  })
  // Whoever hung up gets no answer.
  app.addHook('onResponse', (request, _reply, done) => {
    working.delete(request)
    done()
  })
}
