import type { EndpointDefinition, ReplyOf, RequestOf } from '#contract/endpoint.ts'
import { endSession, redirectToTwoStep } from '#portal/session/redirects.ts'
import { readToken } from '#portal/session/stored-session.ts'
import { CallFailure, failureOfResponse, failureWithoutAnswer, isFailure } from './call-failure.ts'
import { confirmPassword } from './confirmation.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Longest wait in milliseconds. */
  timeout?: number
  /** The request is sent even if the page is left meanwhile. */
  keepalive?: boolean
  /** The server handles requests with the same key only once. */
  idempotencyKey?: string
}

const defaultTimeout = 30_000

type Parts = AddressParts & { body?: unknown }

export function call<E extends EndpointDefinition>(
  endpoint: E,
  request: RequestOf<E>,
  options?: CallOptions,
): Promise<ReplyOf<E>> {
  const read = async (response: Response) => (response.status === 204 ? undefined : await response.json())
  return sendConfirmed(endpoint, request, options, read)
}

/** A call whose reply is a file. */
export function download<E extends EndpointDefinition>(
  endpoint: E,
  request: RequestOf<E>,
  options?: CallOptions,
): Promise<Blob> {
  return sendConfirmed(endpoint, request, options, (response) => response.blob())
}

/** A call that needs a confirmed password is sent again after that. */
async function sendConfirmed<E extends EndpointDefinition, Reply>(
  ...call: Parameters<typeof send<E, Reply>>
): Promise<Reply> {
  const [{ access }] = call
  try {
    return await send(...call)
  } catch (error) {
    if (!isFailure(error, 'confirm-password') || !(await confirmPassword(access))) throw error
    return await send(...call)
  }
}

/** Every request to the server, with the stored token if there is one. `read` reads the body of a success. */
async function send<E extends EndpointDefinition, Reply>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
  read: (response: Response) => Promise<Reply>,
): Promise<Reply> {
  const parts = request as Parts
  const token = readToken()
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (parts.body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)

  const { signal, timeout = defaultTimeout } = options
  // Not every browser that the README names can join two signals.
  const ended = new AbortController()
  const abort = () => ended.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { signal: ended.signal })
  const timer = setTimeout(() => ended.abort(new DOMException('', 'TimeoutError')), timeout)
  try {
    const response = await fetch(requestUrl(endpoint, parts), {
      method: endpoint.method,
      headers,
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      cache: 'no-store',
      credentials: 'omit',
      keepalive: options.keepalive,
      signal: ended.signal,
    })
    if (!response.ok) {
      const failure = await failureOfResponse(response)
      if (isFailure(failure, 'two-step-required')) redirectToTwoStep()
      const isOver = response.status === 401 && endpoint.access !== 'anyone'
      if (isOver && !isFailure(failure, 'wrong-code')) endSession(token)
      throw failure
    }
    return await read(response)
  } catch (error) {
    // Aborted by the caller, or a failure with a message already.
    if (signal?.aborted || error instanceof CallFailure) throw error
    throw failureOfSending(error)
  } finally {
    clearTimeout(timer)
  }
}

function failureOfSending(error: unknown): CallFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') return failureWithoutAnswer('timed-out')
  if (error instanceof SyntaxError) return failureWithoutAnswer('unreadable-answer')
  // `onLine` is only reliable when it is false.
  return failureWithoutAnswer(navigator.onLine === false ? 'offline' : 'no-answer')
}

/** The parts of a request that end up in its address. */
interface AddressParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/** `/clients/:id` and `{ id: 'a b' }` → `/api/clients/a%20b`, without empty query parameters. */
export function requestUrl(endpoint: Pick<EndpointDefinition, 'path'>, parts: AddressParts = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = parts.params?.[name]
    if (value === undefined || value === '') throw new Error(`The address ${endpoint.path} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  return search ? `/api${path}?${search}` : `/api${path}`
}
