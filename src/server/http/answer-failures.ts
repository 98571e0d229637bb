import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FailureCode, type FailureReply, failures } from '#contract/failures.ts'
import { isAwayError, isFullError } from '#server/database/away.ts'
import { Failure } from './failure.ts'

/** Fastify's own refusals, in the catalogue's words. */
const codeOfFastifyError: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong-content-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-input',
  FST_ERR_BAD_URL: 'malformed-input',
}

/** Every error answer of the API is made here (decision 33): never a stack, a query or a path. */
export function answerFailures(api: FastifyInstance): void {
  api.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error)
    if (failure.code === 'server-failure') request.log.error({ err: error }, 'a request failed')
    return sendFailure(reply, failure)
  })
}

export function sendFailure(reply: FastifyReply, { code, message, details }: Failure) {
  if (failures[code].status === 503) reply.header('retry-after', 2)
  if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter)
  const body: FailureReply = { message, code, fields: details.fields, current: details.current }
  return reply.code(failures[code].status).send(body)
}

/** What Fastify refuses before any route is found, such as an address that is not valid percent-encoding. */
export function answerFrameworkError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  return sendFailure(reply, failureOf(error))
}

function failureOf(error: FastifyError | Failure): Failure {
  if (error instanceof Failure) return error
  const code = codeOfFastifyError[error.code]
  if (code) return new Failure(code)
  if (isAwayError(error)) return new Failure('database-away')
  if (isFullError(error)) return new Failure('storage-full')
  return new Failure('server-failure')
}
