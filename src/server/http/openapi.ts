import * as z from 'zod/mini'
import { permissions } from '#contract/access/permissions.ts'
import { roles } from '#contract/access/roles.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { endpointTable } from '#contract/endpoint-table.ts'
import { type FailureCode, failureReply, failures } from '#contract/failures.ts'

/** Failures that any call can answer with. */
const always: readonly FailureCode[] = ['malformed-input', 'server-failure', 'database-away']
const signedIn: readonly FailureCode[] = ['not-signed-in', 'not-allowed']
const withBody: readonly FailureCode[] = ['too-large', 'wrong-content-type', 'storage-full']

/** The OpenAPI 3.1 document, made from the contract's endpoint table. */
export function openApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [feature, endpoints] of Object.entries(endpointTable)) {
    for (const [name, endpoint] of Object.entries<EndpointDefinition>(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(`${feature}.${name}`, feature, endpoint),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stable Housing', version: '1.0.0' },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: jsonSchema(failureReply, 'output') },
    },
  }
}

function operation(operationId: string, tag: string, endpoint: EndpointDefinition) {
  const { access, body, reply, status, summary } = endpoint
  return {
    operationId,
    tags: [tag],
    summary,
    ...(access === 'anyone'
      ? { security: [] }
      : { security: [{ session: [] }], 'x-roles': roles.filter((role) => permissions[access][role]) }),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
    }),
    responses: {
      [status]: {
        description: summary,
        ...(reply && { content: { 'application/json': { schema: jsonSchema(reply, 'output') } } }),
      },
      ...failureResponses(endpoint),
    },
  }
}

function parametersOf(schema: z.ZodMiniObject | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {} } = jsonSchema(schema, 'input') as { properties?: Record<string, object> }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: property,
  }))
}

function failureResponses({ access, body, failures: own = [] }: EndpointDefinition) {
  const codes = new Set([
    ...own,
    ...always,
    ...(access === 'anyone' ? [] : signedIn),
    ...(body ? withBody : []),
  ])
  const responses: Record<number, { description: string; content: unknown }> = {}
  for (const code of codes) {
    const { status } = failures[code]
    const known = responses[status]?.description
    responses[status] = {
      description: known ? `${known}, ${code}` : code,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    }
  }
  return responses
}

/** Coerced and trimmed values are described as what they come from. */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
