import fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import type { AppContext } from '#server/app-context.ts'
import { exampleOf } from '#test/support/schema-example.ts'
import { endpointRouter, serializer } from './endpoint-router.ts'
import { answerFailures, Failure } from './failure.ts'

const replies = allEndpoints.flatMap(({ method, path, reply }) =>
  reply
    ? shapesOf(reply).map((shape) => [`${method} ${path}`, reply, exampleOf(z.toJSONSchema(shape))] as const)
    : [],
)

function shapesOf(reply: z.ZodMiniType): z.ZodMiniType[] {
  return reply instanceof z.ZodMiniUnion ? (reply.def.options as z.ZodMiniType[]) : [reply]
}

test.each(replies)('%s drops what its schema does not name', (_, reply, example) => {
  const withMore = deepMap(example, (object) => ({ ...object, password_hash: 'a hash' }))
  const whole = JSON.parse(serializer(reply)(withMore))
  expect(whole).toEqual(z.parse(reply, withMore))
  expect(JSON.stringify(whole)).not.toContain('a hash')
})

test('the newer record of a version conflict passes the reply schema, too [T523]', async () => {
  const app = fastify()
  answerFailures(app)
  const context = {
    clock: () => new Date(),
    hashNetwork: () => '',
    lastChange: async () => undefined,
    organization: { timeZone: 'UTC' },
  }
  const edit = endpoint('PUT /records', {
    ...{ access: 'anyone', summary: '', description: '' },
    reply: z.object({ id: z.string() }),
  })
  endpointRouter(app, context as unknown as AppContext)(edit, async () => {
    throw new Failure('version-conflict', { current: { id: 'r1', password_hash: 'a hash' } })
  })
  const answer = await app.inject({ method: 'PUT', url: '/records' })
  expect(answer.json()).toMatchObject({ code: 'version-conflict', current: { id: 'r1' } })
  expect(answer.body).not.toContain('a hash')
})

function deepMap(value: unknown, change: (object: object) => object): unknown {
  if (Array.isArray(value)) return value.map((item) => deepMap(item, change))
  if (typeof value !== 'object' || value === null) return value
  return change(
    Object.fromEntries(
      // The values of a draft may have any name.
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'values' ? inner : deepMap(inner, change),
      ]),
    ),
  )
}

test('throws for a reply without a required field', () => {
  const write = serializer(
    z.object({ items: z.array(z.object({ name: z.string(), at: z.nullable(z.string()) })) }),
  )
  expect(write({ items: [{ name: 'x', at: null }] })).toBe('{"items":[{"name":"x","at":null}]}')
  expect(() => write({ items: [{ name: 'x' }] })).toThrow()
})
