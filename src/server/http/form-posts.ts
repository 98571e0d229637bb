import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { beginFailure, failureToAnswer } from './answer-failures.ts'
import { Failure } from './failure.ts'
import { parseForm, refuseCompressed } from './untrusted-input.ts'

/** The pages that answer a plain HTML form. */
export interface FormPages {
  /** The address of the page that says that it worked. */
  done: string
  /** The page with the form, as complete HTML: what is wrong, and everything that was typed. */
  refused(failure: Failure, typed: Readonly<Record<string, unknown>>): string
}

/**
 * Makes calls of the API the targets of plain HTML forms, which is how browsers send them with scripts off (decision 27).
 * Whatever is sent to this part of the application is taken for a form and answered by a page.
 */
export function takeForms(site: FastifyInstance, pages: FormPages): void {
  site.removeAllContentTypeParsers()
  site.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, readForm)
  site.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  // Nothing at all is a form that nobody filled in.
  site.addHook('preHandler', async (request) => {
    request.body ??= {}
  })
  site.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureToAnswer(error, request)
    const page = pages.refused(failure, (request.body ?? {}) as Record<string, unknown>)
    return beginFailure(reply, failure).type('text/html; charset=utf-8').send(page)
  })
  site.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode !== 201) return payload
    reply.code(303).header('location', pages.done).removeHeader('content-type')
    return ''
  })
}

async function readForm(request: FastifyRequest, body: Buffer): Promise<unknown> {
  refuseCompressed(request.headers)
  return parseForm(body)
}

/**
 * A form can be sent from any website to ours without asking; a script's JSON can't. Browsers say where it comes from;
 * whoever says nothing is no browser.
 */
export function refuseOtherSites(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (isFromElsewhere(request, publicUrl)) throw new Failure('from-another-site')
  })
}

function isFromElsewhere({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  if (origin === undefined) return false
  // A proxy may have given the request another Host than people use; PUBLIC_URL may not be set.
  return origin !== new URL(publicUrl).origin && !(URL.canParse(origin) && new URL(origin).host === host)
}
