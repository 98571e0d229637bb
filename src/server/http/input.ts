import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { beginFailure, Failure, failureToAnswer } from './failure.ts'

/* What every call's input goes through before any schema sees it. */

const deepestNesting = 20
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Compressed bodies are not taken: nobody sends them, and a small one could grow without end. */
function refuseCompressed(headers: { 'content-encoding'?: string | undefined }): void {
  if (headers['content-encoding'] !== undefined) throw new Failure('wrong-content-type')
}

/** The API takes JSON and nothing else. */
export function acceptJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      refuseCompressed(headers)
      return parseJson(body)
    },
  )
}

/** Invalid UTF-8 is refused, never replaced. An empty body is no body. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Failure('malformed-input', { message: 'The request is not valid JSON in UTF-8.' })
  }
  refuseUnstorable(value)
  return value
}

/** Name → value. Refuses what is not percent-encoded UTF-8, and repeated names: no call takes lists. */
export function parseQuery(url: string): Record<string, unknown> {
  const start = url.indexOf('?')
  return parsePairs(start === -1 ? '' : url.slice(start + 1))
}

/** The same from the body of a plain HTML form. Browsers send each line break as CR LF; a script would send LF. */
function parseForm(bytes: Buffer): Record<string, unknown> {
  const fields = parsePairs(decodeBytes(bytes))
  for (const [name, value] of Object.entries(fields)) fields[name] = String(value).replaceAll('\r\n', '\n')
  return fields
}

function parsePairs(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [name = '', value = ''] = splitOnce(pair).map(decodeFormComponent)
    if (name in values)
      throw new Failure('malformed-input', { message: `"${name.slice(0, 40).toWellFormed()}" stands twice.` })
    values[name] = value
  }
  refuseUnstorable(values)
  return values
}

function decodeBytes(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw notUtf8()
  }
}

/**
 * Refuses nesting that would exhaust a walker's stack, and text that the database can't hold: NUL and halves of
 * surrogate pairs. Which other characters a field may hold is its schema's business.
 */
export function refuseUnstorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') refuseUnstorableText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth >= deepestNesting) {
    throw new Failure('malformed-input', { message: 'The request is nested too deeply.' })
  }
  for (const [name, inner] of Object.entries(value)) {
    refuseUnstorableText(name)
    refuseUnstorable(inner, depth + 1)
  }
}

function refuseUnstorableText(text: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return
  throw new Failure('malformed-input', { message: 'The request holds a character that no text can hold.' })
}

function splitOnce(pair: string): [string, string] {
  const equals = pair.indexOf('=')
  return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
}

function decodeFormComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw notUtf8()
  }
}

const notUtf8 = () => new Failure('malformed-input', { message: 'The request is not valid UTF-8.' })

/** The schema library's names of types, in words for people. */
const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/**
 * The sentence about a value for which its schema has none of its own, so that a caller never reads the schema library's
 * jargon. What is wrong with the whole body has no path.
 */
export function errorMessage({ code, expected, values, path = [] }: z.core.$ZodRawIssue): string {
  if (path.length === 0) return 'Send a JSON object with the fields that this call takes.'
  const name = `"${path.join('.')}"`
  if (code === 'invalid_type')
    return `${name} must be ${typeNames[String(expected)] ?? 'a value of another kind'}.`
  if (code === 'invalid_value' && Array.isArray(values)) return `${name} must be ${values.join(' or ')}.`
  return `${name} can't have this value.`
}

/** The pages that answer a plain HTML form. */
export interface FormPages {
  /** The address of the page that says that it worked. */
  done: string
  /** The page with the form, as complete HTML: what is wrong, and everything that was typed. */
  refused(failure: Failure, typed: Readonly<Record<string, unknown>>): string
}

/**
 * Makes calls of the API the targets of plain HTML forms, which is how browsers send them with scripts off.
 * Whatever is sent to this part of the application is taken for a form and answered by a page.
 */
export function acceptForms(site: FastifyInstance, pages: FormPages): void {
  site.removeAllContentTypeParsers()
  site.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      refuseCompressed(headers)
      return parseForm(body)
    },
  )
  site.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  // An empty body is an empty form.
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

/**
 * Any website can send a form to ours, but not a script's JSON. Browsers say where a form comes from; a request that says
 * nothing is not a browser's.
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
