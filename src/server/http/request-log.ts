import type { FastifyInstance, FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import { OperatorError } from '#server/operator-error.ts'

/**
 * Lines are written together, at most 100 ms later and at the latest when the process exits, because a system call for
 * each would hold up the requests. Only a kill loses those of the last moment.
 */
const standardError = () => pino.destination({ dest: 2, sync: false, minLength: 16_000, periodicFlush: 100 })

/**
 * Logs an allow list of fields to standard error. Errors keep type, code and stack, but not their messages: those of the
 * database, of a parser and of a serializer quote values of records. A sentence for the operator needs no stack.
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: undefined,
      serializers: {
        req: () => undefined,
        res: () => undefined,
        err: (error: Error & { code?: string }) =>
          error instanceof OperatorError
            ? { type: error.name, message: error.message }
            : { type: error.name, code: error.code, stack: framesOf(error) },
      },
    },
    destination,
  )
}

/** The stack without the message, which may look like a part of it. Without it where the message has been changed. */
function framesOf({ stack = '', message }: Error): string | undefined {
  const start = stack.indexOf(message)
  return start < 0 ? undefined : /\n {4}at .*/s.exec(stack.slice(start + message.length))?.[0]
}

/** Logs one line per reply: method, route pattern, status, milliseconds, request id, employee id, network, W3C trace; nothing else. None for probes. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isProbe) return done()
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        employee: request.actor?.employeeId,
        network: request.actor?.network,
        traceparent: traceparentOf(request),
      },
      'answered',
    )
    done()
  })
}

const traceparentShape = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The header of W3C Trace Context, if it is valid: callers must not be able to write just anything into the log. */
function traceparentOf({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' && traceparentShape.test(traceparent) ? traceparent : undefined
}
