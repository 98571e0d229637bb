import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicPaths } from '#contract/paths.ts'
import { Failure, sendFailure } from '#server/http/failure.ts'
import { framePolicy } from '#server/http/security-headers.ts'
import { pickEncoding } from './pick-encoding.ts'
import type { PreparedPage } from './prepared-pages.ts'
import { assetsPath } from './read-assets.ts'

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
  { content, variants, digest, type, fileName, framed, immutable }: PreparedPage,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const encoding = variants && pickEncoding(request.headers['accept-encoding'])
  const tag = `"${digest}${encoding ? `-${encoding}` : ''}"`
  reply.header('cache-control', immutable ? forEver : 'no-cache').header('etag', tag)
  if (variants) reply.header('vary', 'accept-encoding')
  if (framed) reply.header('content-security-policy', framePolicy)
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

/**
 * Decision 59: an unknown page goes home, an unknown file is not found. The address is judged as the router has
 * decoded it: `/%2egit` is `/.git`.
 */
function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
  if (looksLikeFile(`/${restOfPath(request)}`)) return sendNotFound(reply)
  return goTo(reply, publicPaths.home)
}

/** '?token=…', or nothing. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

/** What stands for the star in the route's address. */
function restOfPath(request: FastifyRequest): string {
  return (request.params as { '*'?: string })['*'] ?? ''
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
