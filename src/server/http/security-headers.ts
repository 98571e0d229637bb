import type { FastifyInstance } from 'fastify'

/** What a page may load: its own origin only, nothing inline, no string made into script (`security.md`, HTTP). */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
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

/** Sets the headers of `security.md` on every answer; API answers are never stored anywhere (decision 59). */
export function setSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const overHttps = publicUrl.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    const isApi = request.url === '/api' || request.url.startsWith('/api/') || request.url.startsWith('/api?')
    reply.headers(everywhere)
    reply.header('content-security-policy', isApi ? apiPolicy : pagePolicy)
    if (isApi) reply.header('cache-control', 'no-store')
    if (overHttps) reply.header('strict-transport-security', `max-age=${oneYear}; includeSubDomains`)
  })
}
