import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#contract/endpoint-table.ts'
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
let document: { openapi: string; paths: Record<string, Record<string, Operation>> }

beforeAll(async () => {
  house = await createTestApp()
  document = (await house.sendRaw({ url: '/api/openapi.json' })).body
})
afterAll(() => house.close())

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

test('each call has a name of its own, its path’s parameters, and its failures with the one failure schema', () => {
  const names = operations().map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(
      operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    ).toEqual(inPath)
    const signedIn = operation.security.length > 0
    expect(Object.keys(operation.responses).includes('403'), path).toBe(signedIn)
    expect(operation.responses['500']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    })
  }
})

test('a body is described by the rules that are applied to it', () => {
  expect(document.paths['/clients']?.post?.requestBody).toMatchObject({
    content: {
      'application/json': {
        schema: {
          properties: { firstName: { type: 'string', maxLength: 100 }, phone: { pattern: '^\\d{10,15}$' } },
          required: ['firstName', 'lastName', 'service', 'email', 'phone', 'address', 'dateOfBirth'],
        },
      },
    },
  })
})
