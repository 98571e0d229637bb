import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { AppContext } from '#server/app-context.ts'
import { Failure, failureToAnswer, invalidInput, setFailureStatus } from './failure.ts'

/* Checks of every call's input, before its schemas. */

const maxDepth = 20
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Rejects compressed bodies: no client sends them, and a small one could expand without limit. */
function assertUncompressed(headers: { 'content-encoding'?: string | undefined }): void {
  if (headers['content-encoding'] !== undefined) throw new Failure('wrong-content-type')
}

/** Accepts JSON only, and files where a call takes one. */
export function acceptJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers, routeOptions }: FastifyRequest, body: Buffer) => {
      assertUncompressed(headers)
      if (routeOptions.config.takesFile) throw notAFile()
      return parseJson(body)
    },
  )
  api.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async ({ headers, routeOptions }: FastifyRequest, body: Buffer) => {
      assertUncompressed(headers)
      if (!routeOptions.config.takesFile) throw new Failure('wrong-content-type')
      return body
    },
  )
}

const notAFile = () =>
  new Failure('wrong-content-type', { message: 'Send a file (Content-Type: application/octet-stream).' })

/** Bytes: a larger body is one of the few that hold a long text. */
const largeBody = 256 * 1024
/** Commas and opening brackets in a large body. */
const mostSeparators = 10_000

/** Rejects a large body of many small values: parsing and checking them would hold up every other call. */
function assertFewValues(bytes: Buffer): void {
  if (bytes.length <= largeBody) return
  let found = 0
  for (const sign of ',[{')
    for (let at = bytes.indexOf(sign); at !== -1; at = bytes.indexOf(sign, at + 1)) {
      found += 1
      if (found > mostSeparators)
        throw new Failure('malformed-input', { message: 'The request has too many values.' })
    }
}

/** Rejects invalid UTF-8 instead of replacing it. An empty body is undefined. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  assertFewValues(bytes)
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Failure('malformed-input', { message: 'The request is not valid JSON in UTF-8.' })
  }
  assertStorable(value)
  return value
}

/** Parses the query string. Rejects invalid percent-encoding and repeated names, because no call takes lists. */
export function parseQuery(url: string): Record<string, unknown> {
  const start = url.indexOf('?')
  return parsePairs(start === -1 ? '' : url.slice(start + 1))
}

/** Parses the body of an HTML form. Browsers send line breaks as CR LF; they become LF, as a script would send. */
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
      throw new Failure('malformed-input', {
        message: `The field "${name.slice(0, 40).toWellFormed()}" appears twice.`,
      })
    values[name] = value
  }
  assertStorable(values)
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
 * Rejects deep nesting, and text that the database can't store: NUL and lone surrogates. The error names the outermost
 * field. Schemas restrict characters further.
 */
export function assertStorable(value: unknown, depth = 0, field?: string): void {
  if (typeof value === 'string' && !isStorable(value)) throw unstorable(field)
  if (typeof value !== 'object' || value === null) return
  if (depth >= maxDepth) {
    throw new Failure('malformed-input', { message: 'The request is nested too deeply.' })
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) throw unstorable(field)
    assertStorable(inner, depth + 1, field ?? name)
  }
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

function unstorable(field?: string): Failure {
  const message = 'This contains a character that cannot be stored. Remove it and try again.'
  return field ? invalidInput({ [field]: message }) : new Failure('malformed-input', { message })
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

/** Zod's type names in plain words. */
const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/**
 * The message for an error whose schema has none: callers never see Zod's. Errors of the whole body have no path.
 */
export function errorMessage({ code, expected, values, path = [] }: z.core.$ZodRawIssue): string {
  if (path.length === 0) return 'Send a JSON object with the fields that this call takes.'
  const name = `"${path.join('.')}"`
  if (code === 'invalid_type')
    return `${name} must be ${typeNames[String(expected)] ?? 'a value of another kind'}.`
  if (code === 'invalid_value' && Array.isArray(values)) return `${name} must be ${values.join(' or ')}.`
  return `${name} can't have this value.`
}

/** The response pages of a plain HTML form. */
export interface FormPages {
  /** Address of the success page. */
  done: string
  /** The form's page as HTML, with the errors and the submitted values. */
  refused(failure: Failure, typed: Readonly<Record<string, unknown>>): string
}

/**
 * Lets plain HTML forms, which browsers send with scripts off, call the API. In this scope every body is parsed as a form,
 * and every reply is a page.
 */
export function acceptForms(site: FastifyInstance, pages: FormPages): void {
  site.removeAllContentTypeParsers()
  site.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      assertUncompressed(headers)
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
    return setFailureStatus(reply, failure).type('text/html; charset=utf-8').send(page)
  })
  site.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode !== 201) return payload
    reply.code(303).header('location', pages.done).removeHeader('content-type')
    return ''
  })
}

/**
 * Rejects cross-site requests: other websites can submit forms to ours, though not JSON. Browsers send Sec-Fetch-Site or
 * Origin; a request without either does not come from a browser.
 */
export function registerCrossSiteCheck(app: FastifyInstance, place: Place): void {
  app.addHook('onRequest', async (request) => {
    if (isCrossSite(request, place)) throw new Failure('from-another-site')
  })
}

type Place = Pick<AppContext, 'publicUrl' | 'isPublicUrlSet'>

function isCrossSite({ headers, host }: FastifyRequest, { publicUrl, isPublicUrlSet }: Place): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined || origin === new URL(publicUrl).origin) return false
  // Another website whose name leads here is the same site to the browser, and has that name as Origin and Host.
  if (isPublicUrlSet) return true
  // A proxy may change the Host header.
  return site === undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}
