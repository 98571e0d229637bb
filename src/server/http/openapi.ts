import type * as z from 'zod/mini'
import { permissions } from '#contract/access/permissions.ts'
import { roles } from '#contract/access/roles.ts'
import { type DocumentedCall, documentedCalls } from '#contract/documentation-table.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import type { endpointTable } from '#contract/endpoint-table.ts'
import { type FailureCode, failures } from '#contract/failures.ts'
import { jsonSchema, namedSchemas, refTo } from './openapi-schemas.ts'
import { defaultBodyLimit } from './serve-endpoint.ts'

/** Failures that any call can answer with. */
const always: readonly FailureCode[] = ['malformed-input', 'server-failure', 'database-away', 'busy']
const signedIn: readonly FailureCode[] = ['not-signed-in', 'not-allowed']
/** Of whatever changes something: it writes, and a body can be sent with it, even where none is asked for. */
const changing: readonly FailureCode[] = ['too-large', 'wrong-content-type', 'storage-full']

/** What each feature is about, in the order of the page. */
const features: Record<keyof typeof endpointTable, readonly [title: string, description: string]> = {
  session: ['Session', 'Signing in and out, and setting a password.'],
  clients: ['Clients', 'The people whom the organization helps to find and keep a home.'],
  notes: ['Weekly notes', 'What case workers write about their work with a client.'],
  employees: ['Employees', 'Who works here, with which role.'],
  'contact-messages': ['Contact messages', 'What visitors of the website write to the organization.'],
  links: ['Links', 'External pages that staff use.'],
  training: ['Training', 'The slide decks for employees and admins, and who has done them.'],
  'outgoing-mail': ['Outgoing mail', 'What the mail server has not taken yet, or has refused.'],
  audit: ['Audit trail', 'Who did what to which record, and when.'],
  health: ['Health', 'Whether the service works.'],
}

const introduction =
  'The calls of the staff portal, in JSON. Sign in with `POST /auth/login` and send the token that it answers as `Authorization: Bearer …`. The same description for people is at `/api/docs`. Lengths of texts count UTF-16 code units once the white space around them is off. `maxLength` states the same number, but JSON Schema counts code points: a text of emoji may keep to it and be too long.'

export type OpenApiDocument = ReturnType<typeof openApiDocument>

/** The OpenAPI 3.1 document, made from the contract's endpoint table. */
export function openApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of documentedCalls) {
    const path = call.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stable Housing', version: '1.0.0', description: introduction },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.entries(features).map(([name, [title, description]]) => ({
      name,
      description,
      'x-displayName': title,
    })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token that `POST /auth/login` answers',
        },
      },
      schemas: namedSchemas(),
    },
  }
}

function operation({ feature, name, endpoint, description, example }: DocumentedCall) {
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    description,
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf('path', endpoint.params, example.params),
      ...parametersOf('query', endpoint.query, example.query),
    ],
    ...requestBodyOf(endpoint, example.body),
    responses: { ...successOf(endpoint, example.reply), ...failureResponses(endpoint) },
  }
}

/** An empty requirement beside another makes the other optional. */
function securityOf({ access, recognizes }: EndpointDefinition) {
  const session = { session: [] }
  if (access === 'anyone') return { security: recognizes ? [{}, session] : [] }
  return { security: [session], 'x-roles': roles.filter((role) => permissions[access][role]) }
}

/** A description of a parameter stands beside its schema, where readers look for it. */
function parametersOf(place: 'path' | 'query', schema?: z.ZodMiniObject, example: object = {}) {
  if (!schema) return []
  const { properties = {} } = jsonSchema(schema, 'input') as { properties?: Record<string, object> }
  const examples: Record<string, unknown> = { ...example }
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as { description?: string }
    return {
      name,
      in: place,
      required: place === 'path',
      ...(description && { description }),
      schema: rest,
      ...(name in examples && { example: examples[name] }),
    }
  })
}

function requestBodyOf({ body, bodyLimit = defaultBodyLimit }: EndpointDefinition, example: unknown) {
  if (!body) return {}
  const content = { 'application/json': { schema: jsonSchema(body, 'input'), example } }
  return { requestBody: { required: true, content, 'x-body-limit': bodyLimit } }
}

function successOf({ status, summary, reply }: EndpointDefinition, example: unknown) {
  const content = reply && {
    'application/json': { schema: jsonSchema(reply, 'output'), example },
  }
  return { [status]: { description: summary, ...(content && { content }) } }
}

function failureResponses({ method, access, failures: own = [] }: EndpointDefinition) {
  const codes = new Set([
    ...own,
    ...always,
    ...(access === 'anyone' ? [] : signedIn),
    ...(method === 'GET' ? [] : changing),
  ])
  const responses: Record<number, { description: string; 'x-codes': FailureCode[]; content: object }> = {}
  for (const code of codes) {
    const { status } = failures[code]
    const together = [...(responses[status]?.['x-codes'] ?? []), code]
    responses[status] = {
      description: together.map((one) => `\`${one}\`: ${failures[one].message}`).join(' '),
      'x-codes': together,
      content: { 'application/json': { schema: refTo('Failure') } },
    }
  }
  return responses
}
