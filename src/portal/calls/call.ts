import type { EndpointDefinition, ReplyOf, RequestOf } from '#contract/endpoint.ts'
import { endSession } from '#portal/session/redirects.ts'
import { readToken } from '#portal/session/stored-session.ts'
import { CallFailure, failureOfResponse, failureWithoutAnswer } from './call-failure.ts'
import { type AddressParts, requestUrl } from './request-url.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Longest wait in milliseconds. */
  patience?: number
  /** The request goes out even when the page is left meanwhile. */
  keepalive?: boolean
  /** Under which the server does it once, however often it is sent. */
  idempotencyKey?: string
}

const usualPatience = 30_000

type Parts = AddressParts & { body?: unknown }

/** The one way to the server (§7): every request carries the stored token, if there is one. */
export async function call<E extends EndpointDefinition>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const parts = request as Parts
  const token = readToken()
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (parts.body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)

  const limit = limitOf(options)
  try {
    const response = await fetch(requestUrl(endpoint, parts), {
      method: endpoint.method,
      headers,
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      cache: 'no-store',
      credentials: 'omit',
      keepalive: options.keepalive,
      signal: limit.signal,
    })
    if (response.status === 401 && endpoint.access !== 'anyone') endSession(token)
    if (!response.ok) throw await failureOfResponse(response)
    return (response.status === 204 ? undefined : await response.json()) as ReplyOf<E>
  } catch (error) {
    // Called off by the caller, who knows; or already a failure with its sentence.
    if (options.signal?.aborted || error instanceof CallFailure) throw error
    throw failureOfSending(error)
  } finally {
    limit.lift()
  }
}

/** One signal for both ends of patience: the caller's and the clock's. */
function limitOf({ signal, patience = usualPatience }: CallOptions) {
  const limit = new AbortController()
  const callOff = () => limit.abort(signal?.reason)
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), patience)
  signal?.addEventListener('abort', callOff)
  if (signal?.aborted) callOff()
  return {
    signal: limit.signal,
    lift() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', callOff)
    },
  }
}

function failureOfSending(error: unknown): CallFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') return failureWithoutAnswer('timed-out')
  if (error instanceof SyntaxError) return failureWithoutAnswer('unreadable-answer')
  // The browser knows for sure only when it has no network at all.
  return failureWithoutAnswer(navigator.onLine === false ? 'offline' : 'no-answer')
}
