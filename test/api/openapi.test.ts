import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { clientFields } from '#contract/clients/fields.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { exampleOf } from '#test/support/schema-example.ts'
import { createTestApp } from '#test/support/test-app.ts'
import packageJson from '../../package.json' with { type: 'json' }

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; 'x-codes'?: string[] }>
}

type Content = { 'application/json': { schema: object } }

interface OpenApi {
  info: { version: string }
  openapi: string
  servers: { url: string }[]
  tags: { name: string }[]
  components: { securitySchemes: object; schemas: object }
  paths: Record<string, Record<string, Operation>>
}

const app = await createTestApp()
await app.employ('super-admin')
// Examples name an employee.
await app.db
  .insertInto('employees')
  .values({
    id: clientFields.assignedTo.example,
    ...{ first_name: 'Amina', last_name: 'Warsame', email: 'amina.warsame@example.org', role: 'employee' },
    ...{ created_at: app.context.now, updated_at: app.context.now },
  })
  .execute()
const document: OpenApi = (await app.sendRaw({ url: '/api/openapi.json' })).body

const calls = allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('the document describes every call of the contract, and no other [T385]', () => {
  const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const stated = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(document.openapi).toBe('3.1.0')
  expect(described.toSorted()).toEqual(stated.toSorted())
})

test('names the release', () => {
  expect(document.info.version).toBe(packageJson.version)
})

test('each call has a unique name, its path parameters, and failures of the one failure schema', () => {
  const names = operations().map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(
      operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    ).toEqual(inPath)
    // As for a character that can't be stored.
    if (inPath.length > 0) expect(operation.responses['400']?.['x-codes'], path).toContain('invalid-input')
    const signedIn = operation.security.length === 1
    expect(JSON.stringify(operation.responses['403'] ?? {}).includes('not-allowed'), path).toBe(signedIn)
    expect(operation.responses['500']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    })
  }
})

test('describes a body by the rules that are applied to it, and says who may make a call', () => {
  expect(document.paths['/health']?.get?.description).toContain('Anyone may make this call.')
  expect(document.paths['/audit']?.get?.description).toContain('Roles: super-admin.')
  expect(document.paths['/clients']?.post?.requestBody).toMatchObject({
    content: {
      'application/json': {
        schema: {
          properties: { firstName: { type: 'string', maxLength: 100 }, phone: { pattern: '^\\d{10,15}$' } },
          required: ['firstName', 'lastName', 'dateOfBirth', 'phone', 'email', 'address', 'service'],
        },
      },
    },
    'x-body-limit': 64 * 1024,
  })
})

test('the document follows the grammar of OpenAPI 3.1, and its references resolve', async () => {
  expect(await new Validator().validate({ ...document })).toEqual({ valid: true })
})

/* What the grammar leaves open. */

test('calls name only tags and security schemes that are declared once, and no parameter twice', () => {
  const tags = document.tags.map(({ name }) => name)
  expect(tags).toEqual([...new Set(tags)])
  for (const { url } of document.servers) expect(url).toSatisfy(URL.canParse)
  for (const { path, operation } of operations()) {
    expect(tags, path).toEqual(expect.arrayContaining(operation.tags))
    const schemes = operation.security.flatMap(Object.keys)
    expect(Object.keys(document.components.securitySchemes), path).toEqual(expect.arrayContaining(schemes))
    const parameters = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(parameters).toEqual([...new Set(parameters)])
  }
})

test('each body and each response has a schema for each of its contents', () => {
  const contents = operations().flatMap(({ path, operation: { requestBody, responses } }) =>
    [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).map(({ schema }) => ({ path, schema })),
    ),
  )
  expect(contents.length).toBeGreaterThan(allEndpoints.length)
  expect(contents.filter(({ schema }) => typeof schema !== 'object')).toEqual([])
})

test('schemas name only types of JSON Schema, and describe every field that they require', () => {
  const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']
  const seen = new Set<string>()
  const undescribed: string[] = []
  JSON.stringify([document.paths, document.components.schemas], (_, part) => {
    if (typeof part?.type === 'string' || Array.isArray(part?.type))
      for (const type of [part.type].flat()) seen.add(type)
    if (Array.isArray(part?.required))
      undescribed.push(...part.required.filter((name: string) => !part.properties?.[name]))
    return part
  })
  expect(types).toEqual(expect.arrayContaining([...seen]))
  expect(seen.size).toBeGreaterThan(4)
  expect(undescribed).toEqual([])
})

/** What the document says that a call takes, and answers. */
function examplesOf({ method, path, status, dryRunReply }: EndpointDefinition) {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation
  const parametersIn = (place: string) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place)
    const values = parameters.map(({ name, schema }) => [name, exampleOf(schema)])
    return Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }
  const contentOf = ({ content }: { content?: Content }) =>
    content && exampleOf(Object.values(content)[0]?.schema)
  return {
    params: parametersIn('path'),
    query: parametersIn('query'),
    headers: parametersIn('header'),
    body: contentOf(operation.requestBody ?? {}),
    reply: contentOf(operation.responses[status] ?? {}),
    dryRunReply: dryRunReply && contentOf(operation.responses[200] ?? {}),
  }
}

describe('each call', () => {
  test.each(calls)('%s has examples that fit its own schemas', (_, endpoint) => {
    const { params, query, body, bodyRules, reply, dryRunReply } = endpoint
    const example = examplesOf(endpoint)
    expect(params?.safeParse(example.params).error?.issues ?? []).toEqual([])
    expect(query?.safeParse(example.query).error?.issues ?? []).toEqual([])
    expect(body?.safeParse(example.body).error?.issues ?? []).toEqual([])
    if (body) expect(bodyRules?.(example.body as never, '2026-06-15', 'America/Chicago') ?? {}).toEqual({})
    if (reply) expect(reply.parse(example.reply)).toEqual(example.reply)
    if (dryRunReply) expect(dryRunReply.parse(example.dryRunReply)).toEqual(example.dryRunReply)
  })

  test.each(calls)('%s accepts its own examples as input', async (_, endpoint) => {
    const token = await app.signIn('super-admin@example.org')
    const { params, query, headers, body } = examplesOf(endpoint)
    const answer = endpoint.takesFile
      ? await app.sendRaw({
          method: endpoint.method,
          url: `/api${endpoint.path}`,
          headers: {
            ...headers,
            authorization: `Bearer ${token}`,
            'content-type': 'application/octet-stream',
          },
          payload: Buffer.from(String(body)),
        })
      : await app.send(endpoint, { params, query, token, ...(body ? { body } : {}) } as never)
    expect(['invalid-input', 'malformed-input']).not.toContain(answer.body?.code)
  })
})
