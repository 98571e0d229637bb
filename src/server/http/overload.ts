import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

/** Far more than an organization's staff send at once. The database handles this many in about a second. */
const maxConcurrentCalls = 1_000

/**
 * Replies `busy` above that number of concurrent calls, before any query: in a queue of thousands, callers would give up
 * and retry. Calls that are still receiving the body or sending the reply don't count, or slow clients could block others.
 */
export function registerOverloadLimit(app: FastifyInstance, most = maxConcurrentCalls): void {
  const working = new Set<FastifyRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { isProbe } = request.routeOptions.config
    if (working.size >= most && !isProbe) return done(new Failure('busy'))
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
  // `onSend` does not run if the client has disconnected.
  app.addHook('onResponse', (request, _reply, done) => {
    working.delete(request)
    done()
  })
}
