import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentedCalls } from '#contract/documentation-table.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { faultsOf } from '#test/support/openapi-grammar.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

interface Operation {
  operationId: string
  summary: string
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: object
  responses: Record<string, unknown>
}

let house: TestApp
let document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

beforeAll(async () => {
  house = await createTestApp()
  await house.employ('super-admin')
  document = (await house.sendRaw({ url: '/api/openapi.json' })).body
})
afterAll(() => house.close())

const calls = documentedCalls.map((call) => [`${call.endpoint.method} ${call.endpoint.path}`, call] as const)

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('the document describes every call of the contract, and no other', () => {
  const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const stated = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(document.openapi).toBe('3.1.0')
  expect(described.toSorted()).toEqual(stated.toSorted())
})

test('it spells as the product does', () => {
  expect(JSON.stringify(document)).toContain('Email address')
  expect(JSON.stringify(document)).not.toMatch(/\be-mail/i)
})

test('each call has a name of its own, its path’s parameters, and its failures with the one failure schema', () => {
  const names = operations().map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(
      operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    ).toEqual(inPath)
    const signedIn = operation.security.length === 1
    expect(JSON.stringify(operation.responses['403'] ?? {}).includes('not-allowed'), path).toBe(signedIn)
    expect(operation.responses['500']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    })
  }
})

test('a body is described by the rules that are applied to it', () => {
  expect(document.paths['/clients']?.post?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/NewClient' } } },
    'x-body-limit': 64 * 1024,
  })
  expect(document.components.schemas.NewClient).toMatchObject({
    properties: { firstName: { type: 'string', maxLength: 100 }, phone: { pattern: '^\\d{10,15}$' } },
    required: ['firstName', 'lastName', 'service', 'email', 'phone', 'address', 'dateOfBirth'],
  })
})

test('the document keeps the grammar of OpenAPI 3.1', () => {
  expect(faultsOf(document)).toEqual([])
})

describe('each call', () => {
  test.each(calls)(
    '%s says more than its summary, in whole sentences',
    (_, { endpoint: { summary }, description }) => {
      expect(description).toMatch(/^[A-Z].*[.]$/s)
      expect(description.length).toBeGreaterThan(summary.length + 10)
      expect(description.replace(/[.]$/, '')).not.toBe(summary)
      expect(`${summary} ${description}`).not.toMatch(/decision|§/i)
    },
  )

  test.each(calls)('%s has an example that its own schemas take as it is', (_, { endpoint, example }) => {
    const { params, query, body, bodyRules, reply } = endpoint
    for (const [schema, part] of [
      [params, example.params],
      [query, example.query ?? {}],
      [body, example.body],
    ] as const)
      expect(schema?.safeParse(part).error?.issues ?? []).toEqual([])
    expect(bodyRules?.(example.body as never, '2026-06-15') ?? {}).toEqual({})
    if (reply) expect(reply.parse(example.reply)).toEqual(example.reply)
    expect(Object.keys(example).filter((part) => !(part in endpoint))).toEqual([])
  })

  test.each(calls)('%s does not refuse its example as wrong input', async (_, { endpoint, example }) => {
    const token = await house.signIn('super-admin@example.org')
    const { body } = await house.send(endpoint, { ...example, token } as never)
    expect(['invalid-input', 'malformed-input']).not.toContain(body?.code)
  })
})
