import type { FastifyInstance } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'

/**
 * An allow list. Standard output is for people, so the log goes to standard error. Errors
 * keep their type, code and stack, but not what the database says about a row.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: undefined,
      serializers: {
        req: () => undefined,
        res: () => undefined,
        err: (error: Error & { code?: string }) => ({
          type: error.name,
          code: error.code,
          stack: error.code ? framesOf(error) : error.stack,
        }),
      },
    },
    destination,
  )
}

/** A stack without its first line: a database error's message quotes the values of the row. */
function framesOf(error: Error): string | undefined {
  return error.stack?.slice(error.stack.indexOf('\n    at '))
}

/** One line for each answer: method, route pattern, status, milliseconds, request id, employee id; nothing else. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        employee: request.actor?.employeeId,
      },
      'answered',
    )
  })
}
