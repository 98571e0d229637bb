import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Permission } from '#contract/access/permissions.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import {
  type ClientsInUse,
  type FailureCode,
  type FailureReply,
  failures,
  type LastChange,
  type RowFinding,
} from '#contract/failures.ts'
import { publicPaths } from '#contract/paths.ts'
import {
  isConflict,
  isLockTimeout,
  isStatementTimeout,
  isStorageFull,
  isTransientError,
} from '#server/database/transient-errors.ts'

// An import would also load undici, whose exports node:http passes on.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

interface FailureDetails {
  /** Replaces the code's default message. */
  message?: string
  fields?: FieldErrors
  /** The newer record, with `version-conflict`; the stored draft or null, with `draft-changed`. */
  current?: unknown
  changed?: LastChange | undefined
  /** Ids, with a call about several clients. */
  clients?: string[]
  /** The id of the client, with `merged`. */
  mergedInto?: string
  /** With `second-step-needed`, what the account has besides recovery codes. */
  secondSteps?: FailureReply['secondSteps']
  /** With `import-in-use`. */
  inUse?: ClientsInUse
  /** With `rows-refused`. */
  wrong?: readonly RowFinding[]
  /** With `not-allowed`, the missing permission, if it is not the endpoint's. */
  permission?: Permission
  /** Seconds, for the Retry-After header. */
  retryAfter?: number
}

/** An expected failure of a call. Any other error becomes `server-failure`. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: FailureDetails

  constructor(code: FailureCode, details: FailureDetails = {}) {
    super(details.message ?? failures[code].message)
    this.code = code
    this.details = details
  }
}

/** The reply's message: the error if there is only one, else `leading` if it is among them, else the default. */
export function invalidInput(fields: FieldErrors, leading?: string): Failure {
  const sentences = Object.values(fields)
  const [only, ...more] = sentences
  const message = sentences.find((sentence) => sentence === leading) ?? (more.length === 0 ? only : undefined)
  return new Failure('invalid-input', message ? { fields, message } : { fields })
}

export function assertNoErrors(errors: FieldErrors = {}): void {
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** Maps Fastify's error codes to ours. */
const codeOfFastifyError: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong-content-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-input',
  FST_ERR_BAD_URL: 'malformed-input',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
  // Fastify rejects the method QUERY before it looks for a route.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'not-found',
}

/** Handles all errors of the API. Replies never contain a stack, a query or a path. */
export function answerFailures(api: FastifyInstance): void {
  api.setErrorHandler((error: FastifyError, request, reply) => {
    return sendFailure(reply, failureToAnswer(error, request))
  })
}

/** Converts an error to the failure for the caller, and logs unexpected errors. */
export function failureToAnswer(error: FastifyError | Failure, request: FastifyRequest): Failure {
  const failure = failureOf(error)
  if (failure.code === 'server-failure') request.log.error({ err: error }, 'a request failed')
  return failure
}

export function sendFailure(reply: FastifyReply, failure: Failure) {
  const { code, message, details } = failure
  // What is left out goes to the audit trail and to a header.
  const { permission, retryAfter, ...shown } = details
  const body: FailureReply = { ...shown, message, code }
  return setFailureStatus(reply, failure).send(body)
}

/** Sets the status and Retry-After, for JSON and HTML replies. */
export function setFailureStatus(reply: FastifyReply, { code, details }: Failure): FastifyReply {
  const { status } = failures[code]
  if (status === 503) reply.header('retry-after', 2)
  if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter)
  return reply.code(status)
}

/**
 * Handles requests that Fastify rejects before routing, because the path is not valid percent-encoded UTF-8 or too long.
 * No hooks run then: headers and the log line are written here. A page that can't exist redirects home.
 */
export function frameworkErrorAnswer(headers: Record<string, string>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = failureOf(error)
    request.log.info({ method: request.method, route: null, code: failure.code }, 'refused')
    // No hook limits how long its body may take.
    reply.headers({ ...headers, 'x-request-id': request.id, connection: 'close' })
    const isPage = request.method === 'GET' && !request.url.startsWith('/api/')
    return isPage ? reply.redirect(publicPaths.home, 302) : sendFailure(reply, failure)
  }
}

const codeOfSocketError: Record<string, FailureCode> = {
  HPE_HEADER_OVERFLOW: 'header-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timed-out',
}

/** Replies to malformed HTTP, which is no request yet, with the same JSON as other failures, then closes the socket. */
export function socketErrorAnswer(headers: Record<string, string>) {
  return function (this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const code = codeOfSocketError[error.code ?? ''] ?? 'malformed-input'
    const { status, message } = failures[code]
    const reqId = randomUUID()
    this.log.info({ reqId, code }, 'refused')
    const body = JSON.stringify({ message, code })
    const lines = Object.entries({
      ...headers,
      'x-request-id': reqId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
}

function failureOf(error: FastifyError | Failure): Failure {
  if (error instanceof Failure) return error
  const code = codeOfFastifyError[error.code]
  if (code) return new Failure(code)
  if (isLockTimeout(error) || isConflict(error)) return new Failure('locked')
  if (isStatementTimeout(error)) return new Failure('too-slow')
  if (isTransientError(error)) return new Failure('database-away')
  if (isStorageFull(error)) return new Failure('storage-full')
  return new Failure('server-failure')
}
