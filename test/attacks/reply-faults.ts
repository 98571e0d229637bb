import { fromJSONSchema } from 'zod'
import { type Call, mayCall, type Schema } from './api-document.ts'
import { type Caller, sessionSecret } from './attacked-app.ts'
import type { FuzzedRequest } from './fuzzed-requests.ts'
import { marker } from './injected-texts.ts'
import type { Reply } from './kept-connection.ts'

/** What a failure must not tell of: the inside of the program, and what was sent. */
const inside =
  /\.ts\b|\.m?js\b|node_modules|node:|\bat \w+ \(|\/(work|home|root|tmp|usr|var)\/|postgres|kysely|fastify|\bpg\b|zod|select |insert |relation \\?"|column \S+ does|constraint|syntax|undefined|\[object|invalid input|ECONN/i
/** Columns as field names: a name that a request has typed comes back as it was. */
const secrets = new RegExp(`\\$argon2|${sessionSecret}|"(?:password_hash|token_hash|recovery_codes)"`)
const headersOfApi = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * Refusals that come before it is known which call is meant, and conflicts: `/%61pi/drafts/x` still leads to its call. Who asks
 * for a page that can't be is sent home.
 */
const strayStatuses = [302, 400, 401, 403, 404, 409, 413, 415, 429]

const validators = new WeakMap<object, ReturnType<typeof fromJSONSchema>>()

function isOfShape(value: unknown, schema: Schema): boolean {
  const known = validators.get(schema) ?? fromJSONSchema(schema)
  validators.set(schema, known)
  return known.safeParse(value).success
}

/** Holds replies against the document, and against what nobody may be told. */
export function replyJudge(failureSchema: Schema) {
  /** What is wrong with a reply, in words; empty when nothing is. */
  return ({ call, method, path }: FuzzedRequest, caller: Caller, reply: Reply): string[] => {
    const { status, headers, text } = reply
    const faults: string[] = []
    const must = (holds: boolean, fault: string) => {
      if (!holds) faults.push(fault)
    }
    if (path.startsWith('/api/'))
      for (const [name, value] of Object.entries(headersOfApi))
        must(headers[name] === value, `the header ${name} is ${headers[name]}`)
    must(!secrets.test(text), 'it tells a secret')
    if (method === 'HEAD') {
      must(text === '', 'an answer to HEAD has a body')
      must(status < 500, `the status ${status}`)
      return faults
    }
    const body = jsonOf(reply)
    if (call) mustBeDocumented(call, caller, status, body, must)
    else must(status < 300 || strayStatuses.includes(status), `the status ${status} at a strange address`)
    if (status >= 400) mustBeFailure(body, must)
    return faults
  }

  function mustBeFailure(body: unknown, must: Must): void {
    must(isOfShape(body, failureSchema), `no failure: ${JSON.stringify(body)}`)
    const { current: _, ...answer } = (body ?? {}) as Record<string, unknown>
    const words = JSON.stringify(answer)
    must(
      /^["A-Z].*[.!?"]$/.test(String(answer.message)) || answer.code === 'invalid-input',
      `no sentence: ${words}`,
    )
    // The names of wrong fields, of what was sent twice and of an authorization in the way are told; nothing else of what was
    // sent is.
    const withoutNames = JSON.stringify({ ...answer, fields: Object.values(answer.fields ?? {}) })
    const isNamed =
      / appears twice\.$/.test(String(answer.message)) || answer.code === 'authorization-overlaps'
    const echoed = isNamed ? '' : marker
    must(
      !inside.test(words) && !(echoed && withoutNames.includes(echoed)),
      `it tells of the inside: ${words}`,
    )
    must(!/\\ud[89a-f]/i.test(words), `half of a letter: ${words}`)
  }
}

type Must = (holds: boolean, fault: string) => void

function mustBeDocumented(call: Call, caller: Caller, status: number, body: unknown, must: Must): void {
  const response = call.responses[status]
  if (!mayCall(call, caller.role)) {
    const refusal = caller.role === null ? 401 : 403
    must(status === refusal, `${status} to ${caller.name} instead of ${refusal}`)
  }
  must(response !== undefined, `the status ${status} is not documented (${JSON.stringify(body)})`)
  const [{ schema } = {}] = Object.values(response?.content ?? {})
  if (schema)
    must(isOfShape(body, schema), `not of the documented shape: ${JSON.stringify(body).slice(0, 500)}`)
  else must(body === undefined, 'a body where none is documented')
  const codes = response?.['x-codes']
  const { code } = (body ?? {}) as { code?: string }
  if (codes) must(codes.includes(String(code)), `the code ${code} is not documented for ${status}`)
}

/** Undefined for an empty body; anything that is no JSON is told as a text. */
function jsonOf({ headers, text }: Reply): unknown {
  if (text === '') return undefined
  if (!String(headers['content-type']).startsWith('application/json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
