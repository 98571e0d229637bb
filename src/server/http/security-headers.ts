import type { FastifyInstance } from 'fastify'

/** Pages may load from their own origin only, with no inline code and no strings evaluated as script. */
const pagePolicy = (frames: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${["'self'", ...frames].join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** For documents that our own pages show in frames; they run no scripts. */
export const framePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** For the API reference: its viewer needs inline styles, and may not send requests. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
} as const

const oneYear = 365 * 24 * 60 * 60

function headersFor(policy: string, publicUrl: string): Record<string, string> {
  const overHttps = publicUrl.startsWith('https:')
  return {
    ...everywhere,
    'content-security-policy': policy,
    ...(overHttps && { 'strict-transport-security': `max-age=${oneYear}; includeSubDomains` }),
  }
}

/** Headers for pages and files. `frames` are the other sites that a frame may show. */
export function pageHeaders(publicUrl: string, frames: readonly string[]): Record<string, string> {
  return headersFor(pagePolicy(frames), publicUrl)
}

/** The same for replies of the API, which must not be cached. */
export function apiHeaders(publicUrl: string): Record<string, string> {
  return { ...headersFor(apiPolicy, publicUrl), 'cache-control': 'no-store' }
}

/** Sets headers on every reply in this scope, and the id that log and audit rows of the request have. */
export function setHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.headers(headers).header('x-request-id', id)
    done()
  })
}
