import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicPaths } from '#contract/paths.ts'
import { Failure, sendFailure } from '#server/http/failure.ts'
import { framePolicy, referencePolicy } from '#server/http/security-headers.ts'
import { assetsPath } from './assets.ts'
import type { PreparedPage, Variants } from './prepared-page.ts'

const forEver = 'public, max-age=31536000, immutable'

/** Serves the website, the portal's documents and the built files: everything that is not the API. */
export async function servePages(app: FastifyInstance, pages: PreparedPage[]): Promise<void> {
  for (const page of pages) {
    const send = (request: FastifyRequest, reply: FastifyReply) => sendPage(page, request, reply)
    for (const path of page.paths) {
      app.get(path, send)
      if (!page.below) app.get(`${path}/`, (request, reply) => goTo(reply, path + queryOf(request)))
    }
    if (page.below) app.get(`${page.below}*`, send)
  }
  app.get('/', (_request, reply) => goTo(reply, publicPaths.home))
  app.get('/*', answerUnknown)
  app.get(`${assetsPath}*`, (_request, reply) => sendNotFound(reply))
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

function matches(wanted: string | undefined, tag: string): boolean {
  if (wanted === undefined) return false
  return wanted.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}

/** The smaller first. */
const offered = ['br', 'gzip'] as const satisfies readonly (keyof Variants)[]

/** What to send under this Accept-Encoding, or null for the plain content. A weight of 0 is a refusal. */
export function pickEncoding(accepted = ''): keyof Variants | null {
  const weights = new Map(accepted.split(',').map(weigh))
  return offered.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0) ?? null
}

function weigh(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2))]
}

/**
 * An unknown page goes home, an unknown file is not found. The address is judged as the router has decoded it:
 * `/%2egit` is `/.git`.
 */
function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
  const { '*': rest = '' } = request.params as { '*'?: string }
  if (looksLikeFile(`/${rest}`)) return sendNotFound(reply)
  return goTo(reply, publicPaths.home)
}

/** '?token=…', or nothing. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

function looksLikeFile(path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return last.includes('.') || path.split('/').some((part) => part.startsWith('.'))
}

function sendNotFound(reply: FastifyReply) {
  return sendFailure(reply, new Failure('not-found'))
}

function goTo(reply: FastifyReply, path: string) {
  return reply.header('cache-control', 'no-cache').redirect(path, 302)
}
