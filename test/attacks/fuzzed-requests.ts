import { type Random, randomFor } from '#test/support/random.ts'
import { exampleOf } from '#test/support/schema-example.ts'
import type { Call } from './api-document.ts'
import { fuzzedId, leadsThere, onTheLine, spoilPath, spoilQuery } from './fuzzed-addresses.ts'
import { spoilBytes, spoilField } from './fuzzed-bodies.ts'
import { injectedTexts, marker } from './injected-texts.ts'

/** Ids of living records, for requests that shall come as far as they can. */
export interface Targets {
  /** By the beginning of a path: '/clients'. */
  ids: Record<string, string[]>
  notes: { client: string; note: string }[]
}

export interface FuzzedRequest {
  number: number
  /** What the document says of it; undefined when its method or address is none of the document's. */
  call: Call | undefined
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

interface Sketch {
  call: Call
  random: Random
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

/** The parts that a request may be spoiled in, drawn by how often they are listed. */
const spoiledParts = Object.entries({
  nothing: 4,
  body: 8,
  bytes: 3,
  query: 4,
  path: 2,
  type: 2,
  method: 1,
}).flatMap(([part, times]) => Array<string>(times).fill(part))

/** The same request for the same seed and number: a failure can be repeated alone. */
export function fuzzedRequest(
  calls: readonly Call[],
  targets: Targets,
  { seed, number, call }: { seed: number; number: number; call: Call },
): FuzzedRequest {
  const random = randomFor(`client ${seed}`, number)
  const sketch = rightRequest(call, targets, random, number)
  const spoiled = random.pick(spoiledParts)
  const { method, query, headers } = sketch
  const request: FuzzedRequest = {
    number,
    call: leadsThere(sketch.path) ? call : undefined,
    method,
    path: withQuery(sketch.path, new URLSearchParams(query).toString()),
    headers: { ...headers, ...strangeHeaders(random) },
    body: sketch.body === undefined ? undefined : Buffer.from(JSON.stringify(sketch.body)),
  }
  if (spoiled === 'query') request.path = withQuery(sketch.path, spoilQuery(query, call, random))
  if (spoiled === 'path') {
    request.path = withQuery(spoilPath(sketch.path, random), new URLSearchParams(query).toString())
    request.call = undefined
  }
  if (spoiled === 'method') {
    request.method = random.pick(methods)
    const other = calls.find(
      (candidate) => candidate.path === call.path && candidate.method === request.method,
    )
    request.call = leadsThere(sketch.path) ? other : undefined
  }
  if (spoiled === 'type') request.headers['content-type'] = random.pick(contentTypes)
  // No call but that for files takes anything else.
  const json = call.requestBody?.content['application/json']
  if (json && spoiled === 'body') {
    const { schema } = json
    let body = sketch.body as Record<string, unknown>
    for (let times = 1 + random.below(3); times > 0; times -= 1) body = spoilField(body, schema, random)
    request.body = Buffer.from(JSON.stringify(body))
  }
  if (spoiled === 'bytes' && method !== 'GET')
    request.body = spoilBytes(
      (sketch.body ?? {}) as object as Record<string, unknown>,
      bodyLimit(call),
      random,
    )
  if (request.body) request.headers['content-type'] ??= 'application/json'
  return request
}

const bodyLimit = (call: Call) => call.requestBody?.['x-body-limit'] ?? 64 * 1024

/** The examples of the document, turned to records that there are. */
function rightRequest(call: Call, targets: Targets, random: Random, number: number): Sketch {
  const schema = call.requestBody?.content['application/json']?.schema
  const example = schema && (exampleOf(schema) as Record<string, unknown>)
  const body = example && { ...example }
  // The version of the example is hardly ever the record's.
  if (body && random.happens(0.7)) delete body.version
  if (body?.email && random.happens(0.7)) body.email = `person-${number}@example.org`
  const inQuery = call.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema: value }) => [name, exampleOf(value)])
    .filter(([, value]) => value !== undefined)
  const query = Object.fromEntries(
    inQuery.filter(() => random.happens(0.5)).map(([name, value]) => [name, String(value)]),
  )
  return {
    call,
    random,
    method: call.method,
    path: `/api${filledIn(call, targets, random)}`,
    query,
    body,
    headers: { 'x-forwarded-for': [1, 2, 3, 4].map(() => 1 + random.below(250)).join('.') },
  }
}

function filledIn({ path, parameters }: Call, targets: Targets, random: Random): string {
  const known = Object.keys(targets.ids).find((start) => path.startsWith(start)) ?? ''
  const { client, note } = random.pick(targets.notes)
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (random.happens(0.15)) return onTheLine(fuzzedId(random)).replaceAll(/[/?#]/g, '~')
    if (path.includes('{noteId}')) return name === 'noteId' ? note : client
    const living = targets.ids[known] ?? []
    const example = String(exampleOf(parameters.find((parameter) => parameter.name === name)?.schema))
    return living.length > 0 ? random.pick(living) : example
  })
}

const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

const methods = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK', 'PURGE'],
  ...['QUERY', 'SEARCH', 'MKCOL', 'REPORT', 'M-SEARCH'],
]

const contentTypes = [
  ...['text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded', '*/*', 'x', '/'],
  ...['multipart/form-data; boundary=x', 'multipart/form-data', 'application/jsonp', 'application/json-seq'],
  ...['application/merge-patch+json', 'application/json; charset=utf-16', 'APPLICATION/JSON', ';', ',', ''],
  ...['application/json, text/plain', 'application/json;charset="', `application/json; ${marker}=${marker}`],
  ...['application/json\ttext', `${'a'.repeat(200)}/${'b'.repeat(2_000)}`, '__proto__', 'constructor'],
]

/** Few requests have some: what proxies, browsers and other programs add, and those who try. */
function strangeHeaders(random: Random): Record<string, string> {
  if (random.happens(0.8)) return {}
  const name = random.pick(headerNames)
  const value = random.pick([
    ...[
      'gzip',
      'chunked, gzip',
      'cross-site',
      'null',
      'https://evil.example',
      'DELETE',
      '*',
      'bytes=0-',
      '-1',
    ],
    ...['9'.repeat(400), `"${marker}"`, 'no-cache', marker.repeat(300), '::1', '198.51.100.7, unknown'],
    onTheLine(random.pick(injectedTexts)),
  ])
  return { [name]: value }
}

const headerNames = [
  ...['accept', 'accept-encoding', 'content-encoding', 'cookie', 'origin', 'referer', 'range', 'if-match'],
  ...['if-none-match', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'te'],
  ...['x-http-method-override', 'x-original-url', 'sec-fetch-site', 'user-agent', 'accept-version', 'host'],
  ...['request-id', 'x-request-id', '__proto__', 'constructor', marker],
]
