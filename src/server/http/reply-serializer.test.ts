import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import type { AppContext } from '#server/app-context.ts'
import { exampleOf } from '#test/support/schema-example.ts'
import { endpointRouter } from './endpoint-router.ts'
import { answerFailures, Failure } from './failure.ts'
import { serializerOf } from './reply-serializer.ts'

const replies = allEndpoints.flatMap(({ method, path, reply }) =>
  reply
    ? shapesOf(reply).map((shape) => [`${method} ${path}`, reply, exampleOf(z.toJSONSchema(shape))] as const)
    : [],
)

function shapesOf(reply: z.ZodMiniType): z.ZodMiniType[] {
  return reply instanceof z.ZodMiniUnion ? (reply.def.options as z.ZodMiniType[]) : [reply]
}

test.each(replies)('%s comes out as its schema parses it', (_, reply, example) => {
  expect(JSON.parse(serializerOf(reply)(example))).toEqual(z.parse(reply, example))
})

/** Their names are reasons that people have entered, or those of Web Authentication: none is unknown. */
const withOpenNames = [
  'POST /homes/summary',
  'POST /auth/passkey/options',
  'POST /auth/passkeys/options',
  'POST /auth/confirm/options',
]

test.each(replies.filter(([name]) => !withOpenNames.includes(name)))(
  '%s drops what its schema does not name',
  (_, reply, example) => {
    const withMore = deepMap(example, (object) => ({ ...object, password_hash: 'a hash' }))
    const whole = JSON.parse(serializerOf(reply)(withMore))
    expect(whole).toEqual(z.parse(reply, withMore))
    expect(JSON.stringify(whole)).not.toContain('a hash')
  },
)

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
      // The values of a draft may have any name, and the names in a row of the trail any id.
      Object.entries(value).map(([name, inner]) => [
        name,
        ['values', 'names'].includes(name) ? inner : deepMap(inner, change),
      ]),
    ),
  )
}

const at = '2026-03-02T15:04:05.000Z'
const inner = z.object({ name: z.string(), at: z.nullable(z.iso.datetime()) })
const page = z.object({ items: z.array(inner), nextCursor: z.nullable(z.string()) })

const shapes: Record<string, [z.ZodMiniType, unknown]> = {
  'a null': [inner, { name: 'x', at: null }],
  'an instant': [inner, { name: 'x', at }],
  'quotes, control characters, emoji and scripts': [inner, { name: `"\\\u0001\u2028🙂</script>`, at }],
  'half a surrogate pair': [inner, { name: '\ud83d', at: null }],
  'an optional field that is missing': [z.object({ a: z.optional(z.string()), b: z.int() }), { b: 1 }],
  'an optional field that is undefined': [
    z.object({ a: z.optional(z.nullable(inner)), b: z.int() }),
    { a: undefined, b: 1 },
  ],
  'an optional field that is null': [z.object({ a: z.optional(z.nullable(inner)) }), { a: null }],
  'an object that may be null': [z.object({ a: z.nullable(inner) }), { a: { name: 'x', at } }],
  'nothing in an object that may be null': [z.object({ a: z.nullable(inner) }), { a: null }],
  'a choice that may be null': [z.object({ a: z.nullable(z.enum(['x', 'y'])) }), { a: 'y' }],
  'a record': [z.record(z.string(), z.int()), { one: 1, two: 2 }],
  'a record of records': [z.record(z.string(), z.record(z.string(), z.string())), { a: { b: 'c' } }],
  'a value of any kind': [z.object({ a: z.unknown() }), { a: { deep: [1, null, 'x'] } }],
  numbers: [z.object({ a: z.number(), b: z.int(), c: z.number() }), { a: 0.1, b: -5, c: 1e21 }],
  'true and false': [z.object({ a: z.boolean(), b: z.boolean() }), { a: true, b: false }],
  'an empty array of a union': [z.union([z.array(inner), page]), []],
  'an array of a union': [z.union([z.array(inner), page]), [{ name: 'x', at, more: 1 }]],
  'a page of a union': [
    z.union([z.array(inner), page]),
    { items: [{ name: 'x', at }], nextCursor: null, more: 1 },
  ],
}

test.each(Object.entries(shapes))('%s comes out as its schema parses it', (_, [schema, value]) => {
  expect(JSON.parse(serializerOf(schema)(value))).toEqual(JSON.parse(JSON.stringify(z.parse(schema, value))))
})

describe('a required field that is missing throws', () => {
  const cases: [string, z.ZodMiniType, unknown][] = [
    ['in an object', inner, { at }],
    ['where null is allowed', inner, { name: 'x' }],
    ['in an array', z.array(inner), [{ name: 'x', at }, { at }]],
    ['in a page', z.union([z.array(inner), page]), { items: [{ at }], nextCursor: null }],
    ['in a nested object', z.object({ a: z.nullable(inner) }), { a: { at } }],
  ]
  test.each(cases)('%s', (_, schema, value) => {
    expect(() => serializerOf(schema)(value)).toThrow(/required/)
  })
})

test('throws for an instant, number or page of the wrong type', () => {
  expect(() => serializerOf(inner)({ name: 'x', at: 5 })).toThrow()
  expect(() => serializerOf(z.object({ a: z.int() }))({ a: 'x' })).toThrow()
  expect(() => serializerOf(page)({ items: 'x', nextCursor: null })).toThrow()
})

test('compiles each schema once', () => {
  expect(serializerOf(inner)).toBe(serializerOf(inner))
})

test('refuses a schema whose alternatives cannot be told apart', () => {
  expect(() => serializerOf(z.union([z.string(), z.int()]))).toThrow('one of an array and an object')
  expect(() => serializerOf(z.object({ a: z.union([z.string(), z.int()]) }))).toThrow('only null')
})
