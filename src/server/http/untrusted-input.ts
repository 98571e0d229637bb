import { Failure } from './failure.ts'

/* What every call's input goes through before any schema sees it (`security.md`, input). */

const deepestNesting = 20
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Compressed bodies are not taken: nobody sends them, and a small one could grow without end. */
export function refuseCompressed(headers: { 'content-encoding'?: string | undefined }): void {
  if (headers['content-encoding'] !== undefined) throw new Failure('wrong-content-type')
}

/** JSON from bytes: invalid UTF-8 is refused, never replaced. An empty body is no body. */
export function parseJson(bytes: Buffer): unknown {
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

/** Name → value. Refuses what is not percent-encoded UTF-8, and a name that stands twice: no call takes lists. */
export function parseQuery(url: string): Record<string, unknown> {
  const start = url.indexOf('?')
  return parsePairs(start === -1 ? '' : url.slice(start + 1))
}

/** The same from the body of a plain HTML form. Browsers send each line break as CR LF; a script would send LF. */
export function parseForm(bytes: Buffer): Record<string, unknown> {
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
