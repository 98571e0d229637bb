import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { areaPaths, publicPaths, signInPaths } from '#contract/paths.ts'
import type { AppContext } from '#server/app-context.ts'
import { Failure, sendFailure } from '#server/http/failure.ts'
import { framePolicy, referencePolicy } from '#server/http/security-headers.ts'
import { assetsPath } from './assets.ts'
import type { PreparedPage, Variants } from './prepared-page.ts'

/** These pages send no Referer, because their URL may contain a one-time token. */
const portalPaths: string[] = Object.values({ ...signInPaths, ...areaPaths })

const forEver = 'public, max-age=31536000, immutable'

/** Serves the website, the portal's documents and the built files: everything that is not the API. */
export async function servePages(app: FastifyInstance, pages: PreparedPage[]): Promise<void> {
  for (const page of pages) {
    const isPortal = page.paths.some((path) => portalPaths.includes(path))
    const send = (request: FastifyRequest, reply: FastifyReply) => {
      if (isPortal) reply.header('referrer-policy', 'no-referrer')
      return sendPage(page, request, reply)
    }
    for (const path of page.paths) {
      app.get(path, send)
      if (!page.below) app.get(`${path}/`, (request, reply) => redirectTo(reply, path + queryOf(request)))
    }
    if (page.below) app.get(`${page.below}*`, send)
  }
  app.get('/', (_request, reply) => redirectTo(reply, publicPaths.home))
  app.get('/*', redirectUnknown)
  app.get(`${assetsPath}*`, (_request, reply) => sendNotFound(reply))
}

const securityTxtPath = '/.well-known/security.txt'

/** RFC 9116 recommends less than a year. The file is generated for each request: half of that is plenty. */
const securityTxtDays = 180

/** Serves security.txt (RFC 9116), the contact for reporting vulnerabilities. */
export function serveSecurityTxt(
  app: FastifyInstance,
  { clock, organization, publicUrl }: Pick<AppContext, 'clock' | 'organization' | 'publicUrl'>,
): void {
  app.get(securityTxtPath, async (_request, reply) => {
    const expires = new Date(clock().getTime() + securityTxtDays * 24 * 60 * 60 * 1000)
    const lines = [
      `Contact: mailto:${organization.emails.support}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      // The RFC allows no other scheme here.
      ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${securityTxtPath}`] : []),
    ]
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}

function sendPage(
  { content, variants, digest, type, fileName, framed, reference, immutable }: PreparedPage,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const encoding = variants && pickEncoding(request.headers['accept-encoding'])
  const tag = `"${digest}${encoding ? `-${encoding}` : ''}"`
  reply.header('cache-control', immutable ? forEver : 'no-cache').header('etag', tag)
  if (variants) reply.header('vary', 'accept-encoding')
  if (framed) reply.header('content-security-policy', framePolicy)
  if (reference) reply.header('content-security-policy', referencePolicy)
  if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send()
  reply.type(type)
  if (fileName) reply.header('content-disposition', `inline; filename="${fileName}"`)
  if (!encoding) return reply.send(content)
  return reply.header('content-encoding', encoding).send(variants[encoding])
}

function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((etag) => etag.trim() === '*' || etag.trim().replace(/^W\//, '') === tag)
}

/** In order of preference: the smaller encoding first. */
const offered = ['br', 'gzip'] as const satisfies readonly (keyof Variants)[]

/** The encoding for this Accept-Encoding, or null for none. A weight of 0 is a refusal. */
function pickEncoding(accepted = ''): keyof Variants | null {
  const weights = new Map(accepted.split(',').map(weigh))
  return offered.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0) ?? null
}

function weigh(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2))]
}

/**
 * Redirects unknown pages home, even mistyped ones with a dot (`/home.htm`); unknown files are 404. The address is the decoded
 * one: `/%2egit` is `/.git`.
 */
function redirectUnknown(request: FastifyRequest, reply: FastifyReply) {
  const { '*': rest = '' } = request.params as { '*'?: string }
  const isPage = request.headers.accept?.includes('text/html') && !isHidden(`/${rest}`)
  if (looksLikeFile(`/${rest}`) && !isPage) return sendNotFound(reply)
  return redirectTo(reply, publicPaths.home)
}

/** '?token=…', or nothing. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

function looksLikeFile(path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return last.includes('.') || isHidden(path)
}

const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'))

function sendNotFound(reply: FastifyReply) {
  return sendFailure(reply, new Failure('not-found'))
}

function redirectTo(reply: FastifyReply, path: string) {
  return reply.header('cache-control', 'no-cache').redirect(path, 302)
}
