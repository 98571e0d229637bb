import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

/** Far more than the staff of an organization send at once; the database works these off in about a second. */
const mostAtOnce = 1_000

/**
 * Answers `busy` to more calls than can be worked on at once, before the database is asked anything: callers in a queue of
 * thousands give up and ask again. Bodies that still arrive and answers that are still sent do not count, or slow callers
 * could block all others.
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
  // A caller who hung up is sent no answer.
  app.addHook('onResponse', (request, _reply, done) => {
    working.delete(request)
    done()
  })
}
