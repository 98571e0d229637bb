import * as z from 'zod/mini'
import { can, type Permission } from '#contract/access/permissions.ts'
import { roles } from '#contract/access/roles.ts'
import { finding, mostNamed } from '#contract/clients/import-endpoints.ts'
import { mostFindings } from '#contract/clients/import-fields.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { features } from '#contract/endpoint-table.ts'
import { type FailureCode, failures } from '#contract/failures.ts'
import { confirmationSeconds } from '#contract/session/limits.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { defaultBodyLimit, pathOfClient } from './endpoint-router.ts'

/** Failures that any call can answer with. */
const anyCall: readonly FailureCode[] = [
  'malformed-input',
  'server-failure',
  'database-away',
  'too-slow',
  'locked',
  'busy',
]
const authenticatedCall: readonly FailureCode[] = ['not-signed-in', 'not-allowed', 'two-step-required']
/** Failures of calls that change something. */
const changingCall: readonly FailureCode[] = ['too-large', 'wrong-content-type', 'storage-full']

/** Failures of calls that take values, in the path, too. */
const callWithInput: readonly FailureCode[] = ['invalid-input']

/** Failures of calls that take an Idempotency-Key. */
const idempotentCall: readonly FailureCode[] = ['request-in-progress', 'idempotency-key-reused']

/** Failures of calls that need a confirmation. */
const confirmedCall: readonly FailureCode[] = ['confirm-password']

const fileTypes = { csv: 'text/csv', zip: 'application/zip', any: 'application/octet-stream' } as const

/** Each code and its usual message, once for all calls. */
const failureList = Object.entries(failures)
  .map(([code, { status, message }]) => `- \`${code}\` (${status}): ${message}`)
  .join('\n')

const introduction = (
  base: string,
) => `The staff portal’s API, for your own programs. All paths are relative to \`${base}\`. Requests and responses are JSON in UTF-8.

## Signing in
Send the token returned by \`POST /auth/login\` as \`Authorization: Bearer …\`. Once the session has ended, calls return 401 with the code \`not-signed-in\`.

## Failures
\`code\` is for programs and does not change, \`message\` is for people. With \`invalid-input\`, \`fields\` names each wrong field. With 429 and 503, \`Retry-After\` says how many seconds to wait. Every response has an id in \`X-Request-Id\`, by which the operator finds it in the log and in the audit trail.

${failureList}

## Texts
White space around a text is removed before its length is checked. Lengths count UTF-16 code units; \`maxLength\` states the same number, although JSON Schema counts code points. Lengths of a new password count code points. Fields that a call does not name are ignored. Control characters, noncharacters and the marks that override the direction of text (U+202D, U+202E) are rejected; only texts of several lines may hold line breaks, tabs and other marks of direction.

## Values
IDs are opaque. Each record has its ID in both \`id\` and \`_id\`. Instants are ISO 8601 in UTC, days are \`YYYY-MM-DD\` without a time zone. \`version\` is 1 for a new record and increases by one with each change.

## Long lists
With \`limit\`, a list is returned in pages. To get the next page, send \`nextCursor\` as \`cursor\` with the same filters. It is null on the last page.`

export type OpenApiDocument = ReturnType<typeof openApiDocument>

/** The OpenAPI 3.1 document, made from the contract's endpoint table. */
export function openApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [feature, { title, calls }] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries<EndpointDefinition>(calls)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const operation = { operationId: `${feature}.${name}`, tags: [title], ...operationOf(endpoint) }
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stable Housing',
      version: packageJson.version,
      description: introduction(`${publicUrl}/api`),
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.values(features).map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token returned by `POST /auth/login`',
        },
      },
      schemas: { Failure: jsonSchema(failure, 'output') },
    },
  }
}

function operationOf(endpoint: EndpointDefinition) {
  const {
    summary,
    params,
    query,
    body,
    bodyLimit = defaultBodyLimit,
    status,
    reply,
    dryRunReply,
    file,
  } = endpoint
  return {
    summary,
    description: [endpoint.description, permissionSentence(endpoint), confirmationSentence(endpoint)]
      .filter(Boolean)
      .join('\n\n'),
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf('path', params),
      ...parametersOf('query', query),
      ...(endpoint.takesFile ? [fileName] : []),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(endpoint.takesFile && {
      requestBody: {
        required: true,
        content: {
          'application/octet-stream': {
            schema: { type: 'string', format: 'binary', examples: ['%PDF-1.7'] },
          },
        },
        'x-body-limit': bodyLimit,
      },
    }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(body, 'input') } },
        'x-body-limit': bodyLimit,
      },
    }),
    responses: {
      [status]: {
        description: summary,
        ...(reply && {
          content: { [file ? fileTypes[file] : 'application/json']: { schema: jsonSchema(reply, 'output') } },
        }),
      },
      ...(dryRunReply && {
        200: {
          description: 'With `dryRun`: what was found',
          content: { 'application/json': { schema: jsonSchema(dryRunReply, 'output') } },
        },
      }),
      ...failureResponses(endpoint),
    },
  }
}

const rolesOf = (access: Permission) => roles.filter((role) => can(role, access))

function permissionSentence({ access }: EndpointDefinition): string {
  return access === 'anyone' ? 'Anyone may make this call.' : `Roles: ${rolesOf(access).join(', ')}.`
}

function confirmationSentence({ confirmedBy }: EndpointDefinition): string | undefined {
  const account = confirmedBy === 'everyone' ? '' : ' of an account with two-step sign-in'
  return (
    confirmedBy &&
    `The call${account} needs a sign-in or \`POST /auth/confirm\` within the last ${confirmationSeconds / 60} minutes.`
  )
}

/** An empty requirement beside another makes the other optional. */
function securityOf({ access, optionalAuth }: EndpointDefinition) {
  const session = { session: [] }
  if (access === 'anyone') return { security: optionalAuth ? [{}, session] : [] }
  return { security: [session], 'x-roles': rolesOf(access) }
}

const fileName = {
  name: 'Content-Disposition',
  in: 'header',
  required: true,
  description: 'The name of the file, in percent-encoding (RFC 8187)',
  schema: { type: 'string', examples: ["attachment; filename*=UTF-8''Lease%2C%20page%201.pdf"] },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key that the caller generates for each new record; it is valid for 24 hours. Sending the same request again with the same key creates nothing: it returns the record as it is now, with the header `Idempotency-Replayed: true`. Only successful requests use up a key.',
  schema: { type: 'string', minLength: 8, maxLength: 128, pattern: '^[ -~]*$' },
}

function parametersOf(place: 'path' | 'query', schema?: z.ZodMiniObject) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => {
    // Viewers show the description of the parameter, not of its schema.
    const { description, ...rest } = property as z.core.JSONSchema.BaseSchema
    return { name, in: place, required: required.includes(name), description, schema: rest }
  })
}

function failureResponses(endpoint: EndpointDefinition) {
  const { method, path, access, params, query, body } = endpoint
  const { idempotent, confirmedBy, failures: declared = [] } = endpoint
  const codes = new Set([
    ...(params || query || body ? callWithInput : []),
    ...declared,
    ...(path.startsWith(pathOfClient) && declared.includes('not-found') ? ['merged' as const] : []),
    ...anyCall,
    ...(access === 'anyone' ? [] : authenticatedCall),
    ...(method === 'GET' ? [] : changingCall),
    ...(idempotent ? idempotentCall : []),
    ...(confirmedBy ? confirmedCall : []),
  ])
  const byStatus = Object.groupBy(codes, (code) => failures[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, together = []]) => [
      status,
      {
        description: together.map((code) => `\`${code}\``).join(', '),
        'x-codes': together,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

const failure = z.object({
  message: z.string().check(z.describe('A message for people')),
  code: z.enum(Object.keys(failures) as FailureCode[]).check(z.describe('A stable code for programs')),
  fields: z.optional(z.record(z.string(), z.string())).check(z.describe('Field → what is wrong with it')),
  current: z
    .optional(z.unknown())
    .check(
      z.describe(
        'With `version-conflict`, the newer record, as the call returns it; with `draft-changed`, the stored draft or null',
      ),
    ),
  changed: z
    .optional(
      z.object({
        at: z.iso.datetime(),
        by: z.nullable(z.string()).check(z.describe('Email address; null for a command on the server')),
        byName: z.nullable(z.string()),
      }),
    )
    .check(z.describe('With `version-conflict`, who changed the record last, and when')),
  clients: z
    .optional(z.array(z.string()))
    .check(
      z.describe('With a call about several clients, the ids of those because of whom nothing was changed'),
    ),
  secondSteps: z
    .optional(z.array(z.enum(['app', 'passkey'])))
    .check(z.describe('With `second-step-needed`, what the account has besides recovery codes')),
  inUse: z
    .optional(
      z.object({
        count: z.int(),
        clients: z.array(z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })),
      }),
    )
    .check(
      z.describe(
        `With \`import-in-use\`, how many clients of the import were changed, and the first ${mostNamed} of them`,
      ),
    ),
  wrong: z
    .optional(z.array(finding))
    .check(z.describe(`With \`rows-refused\`, what is wrong with the rows, ${mostFindings} at most`)),
  mergedInto: z
    .optional(z.string())
    .check(z.describe('With `merged`, the id of the client that has the record now')),
})

/** With `io: 'input'`, a converted value is described by its type before the conversion. */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Omit what a reader does not need: the pattern of a named format, and the range of all integers.
    override: ({ jsonSchema: part }) => {
      if (part.format === 'date-time') delete part.pattern
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum
    },
  })
  return json as z.core.JSONSchema.BaseSchema
}
