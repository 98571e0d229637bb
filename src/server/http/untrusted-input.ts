import { Failure } from './failure.ts'

/* What every call's input goes through before any schema sees it (`security.md`, input). */

const deepestNesting = 20
const utf8 = new TextDecoder('utf-8', { fatal: true })

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
  const query: Record<string, unknown> = Object.create(null)
  if (start === -1) return query
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue
    const [name = '', value = ''] = splitOnce(pair).map(decodeFormComponent)
    if (name in query)
      throw new Failure('malformed-input', { message: `"${name.slice(0, 40)}" stands twice.` })
    query[name] = value
  }
  refuseUnstorable(query)
  return query
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
    throw new Failure('malformed-input', { message: 'The address is not valid UTF-8.' })
  }
}
