import { expect, test } from 'vitest'
import type { Schema } from './document-shape.ts'
import { fieldsOf, shapesOf, typeOf } from './schema-words.ts'

const thing: Schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const schemas = { Thing: thing }
const ref: Schema = { $ref: '#/components/schemas/Thing' }
const nothing: Schema = { type: 'null' }

test('a type is said in words', () => {
  expect(typeOf({ type: 'array', items: ref })).toBe('list of Thing')
  expect(typeOf({ anyOf: [{ type: 'string' }, nothing] })).toBe('string or null')
  expect(typeOf({ type: ['integer', 'null'] })).toBe('integer or null')
  expect(typeOf({ type: 'string', format: 'date-time' })).toBe('date-time')
  expect(typeOf({ const: 'ok' })).toBe('"ok"')
  expect(typeOf({ type: 'object', additionalProperties: { type: 'string' } })).toBe('object of string')
  expect(typeOf({})).toBe('anything')
})

test('what may be null is one shape, a union is several', () => {
  expect(shapesOf({ anyOf: [ref, nothing] })).toHaveLength(1)
  expect(shapesOf({ anyOf: [ref, { type: 'array', items: ref }] })).toHaveLength(2)
})

test('fields of fields follow theirs, in an object, in one that may be null and in a list', () => {
  const inner: Schema = { type: 'object', properties: { depth: { type: 'integer' } } }
  const schema: Schema = {
    type: 'object',
    properties: {
      plain: inner,
      maybe: { anyOf: [inner, nothing] },
      many: { type: 'array', items: inner },
      named: ref,
    },
  }
  expect(fieldsOf(schema, schemas).map(({ name }) => name)).toEqual([
    'plain',
    'plain.depth',
    'maybe',
    'maybe.depth',
    'many',
    'many[].depth',
    'named',
  ])
  expect(fieldsOf({ type: 'array', items: ref }, schemas)).toMatchObject([{ name: 'id', required: true }])
})

test('limits are said, a pattern only where no sentence says it better', () => {
  const limitsOf = (schema: Schema) => fieldsOf({ type: 'object', properties: { it: schema } }, {})[0]?.limits
  expect(limitsOf({ type: 'string', minLength: 1, maxLength: 10_000 })).toBe('1 to 10,000 characters')
  expect(limitsOf({ type: 'string', maxLength: 5 })).toBe('at most 5 characters')
  expect(limitsOf({ type: 'integer', minimum: 1, maximum: 9 })).toBe('at least 1, at most 9')
  expect(limitsOf({ type: 'string', pattern: '^a$' })).toBe('^a$')
  expect(limitsOf({ type: 'string', pattern: '^a$', description: 'An a' })).toBeUndefined()
  expect(limitsOf({ type: 'string', default: 'all' })).toBe('all if missing')
  expect(limitsOf({ type: 'string' })).toBeUndefined()
})
