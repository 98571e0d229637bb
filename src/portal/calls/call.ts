import type { ReplyOf, RequestOf } from '#contract/endpoint.ts'
import type { CallName, Calls, OpenCall } from '#contract/endpoint-table.ts'
import { isResumed } from '#portal/session/held-page.ts'
import { endSession, redirectToTwoStep } from '#portal/session/redirects.ts'
import { noteServerTime } from '#portal/session/server-clock.ts'
import { decodeToken, readToken } from '#portal/session/stored-session.ts'
import { CallFailure, failureOfResponse, failureWithoutAnswer, isFailure } from './call-failure.ts'
import { confirmPassword } from './confirmation.ts'

interface CallOptions {
  signal?: AbortSignal
  /** Longest wait in milliseconds. */
  timeout?: number
  /** The request is sent even if the page is left meanwhile, unless it is too long for that. */
  keepalive?: boolean
  /** The server handles requests with the same key only once. */
  idempotencyKey?: string
  /** Sends a file, instead of `fetch`: `sendWithProgress`, which other screens do without. */
  upload?: Upload
}

interface UploadRequest {
  method: string
  headers: Headers
  signal: AbortSignal
}

/** Sends what a call takes instead of JSON. */
export type Upload = (url: string, request: UploadRequest) => Promise<Response>

const defaultTimeout = 30_000

/** Bytes. With more, browsers fail a request that is to outlive its page, as if the server could not be reached. */
const mostKeptAlive = 64 * 1024

/** Whose answer 401 says nothing about a session. */
const openCalls: Record<OpenCall, true> = {
  'POST /auth/login': true,
  'POST /auth/passkey/options': true,
  'POST /auth/passkey': true,
  'POST /auth/forgot': true,
  'POST /auth/link': true,
  'POST /auth/save': true,
  'POST /auth/organization/start': true,
  'POST /auth/organization': true,
  'POST /contact': true,
  'GET /health': true,
  'GET /live': true,
  'GET /ready': true,
}

type Parts = AddressParts & { body?: unknown }

export function call<Name extends CallName>(
  name: Name,
  request: RequestOf<Calls[Name]>,
  options?: CallOptions,
): Promise<ReplyOf<Calls[Name]>> {
  const read = async (response: Response) => (response.status === 204 ? undefined : await response.json())
  return sendConfirmed(name, request as Parts, options, read)
}

/** A call whose reply is a file. */
export function download<Name extends CallName>(
  name: Name,
  request: RequestOf<Calls[Name]>,
  options?: CallOptions,
): Promise<Blob> {
  return sendConfirmed(name, request as Parts, options, (response) => response.blob())
}

/** A call that needs a session, or a confirmed password, is sent again once the person has signed in or confirmed it. */
async function sendConfirmed<Reply>(...call: Parameters<typeof send<Reply>>): Promise<Reply> {
  const [name] = call
  try {
    return await send(...call)
  } catch (error) {
    if (isFailure(error, 'not-signed-in') && (await isResumed())) return await sendConfirmed(...call)
    if (!isFailure(error, 'confirm-password') || !(await confirmPassword(name))) throw error
    return await send(...call)
  }
}

/** Every request to the server, with the stored token if there is one. `read` reads the body of a success. */
async function send<Reply>(
  name: CallName,
  parts: Parts,
  options: CallOptions = {},
  read: (response: Response) => Promise<Reply>,
): Promise<Reply> {
  const token = readToken()
  assertSamePerson(token)
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (parts.body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)

  const { signal, upload, timeout = defaultTimeout } = options
  // Not every browser that the README names can join two signals.
  const ended = new AbortController()
  const abort = () => ended.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { signal: ended.signal })
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body)
  const sentAt = Date.now()
  const timer = setTimeout(() => ended.abort(new DOMException('', 'TimeoutError')), timeout)
  try {
    const url = requestUrl(name, parts)
    const [method = ''] = name.split(' ', 1)
    const response = upload
      ? await upload(url, { method, headers, signal: ended.signal })
      : await fetch(url, {
          method,
          headers,
          body,
          cache: 'no-store',
          // Calls about signing in have cookies, which are sent with no others.
          credentials: 'same-origin',
          keepalive: options.keepalive && new Blob([body ?? '']).size <= mostKeptAlive,
          signal: ended.signal,
        })
    noteServerTime(response.headers.get('date'), sentAt)
    if (!response.ok) {
      const failure = await failureOfResponse(response)
      if (isFailure(failure, 'two-step-required')) redirectToTwoStep()
      const hasEnded = response.status === 401 && !(name in openCalls)
      if (hasEnded && !['wrong-code', 'wrong-passkey'].includes(failure.code)) endSession(token)
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

/** Whose page this is. */
let person: string | undefined

/** When somebody else has signed in in another tab, nothing that this page still sends may count as theirs. */
function assertSamePerson(token: string | null): void {
  const owner = decodeToken(token)?.sub
  person ??= owner
  if (owner !== undefined && owner !== person) throw failureWithoutAnswer('no-answer')
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

/** 'GET /clients/:id' and `{ id: 'a b' }` → '/api/clients/a%20b', without empty query parameters. */
export function requestUrl(call: CallName, parts: AddressParts = {}): string {
  const path = call.replace(/^\w+ /, '').replace(/:(\w+)/g, (_, name: string) => {
    const value = parts.params?.[name]
    if (value === undefined || value === '') throw new Error(`The address of ${call} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  return search ? `/api${path}?${search}` : `/api${path}`
}
