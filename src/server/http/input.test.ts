import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { errorMessage } from './input.ts'

/** Values for which a schema has no sentence of its own. */
const cases: [z.ZodMiniType, unknown, string][] = [
  [z.string(), 5, '"field" must be text.'],
  [z.string(), undefined, '"field" must be text.'],
  [z.number(), 'x', '"field" must be a number.'],
  [z.int(), 1.5, '"field" must be a whole number.'],
  [z.boolean(), 'yes', '"field" must be true or false.'],
  [z.array(z.string()), {}, '"field" must be a list.'],
  [z.array(z.string()), ['a', 5], '"field.1" must be text.'],
  [z.object({ inner: z.string() }), [], '"field" must be an object.'],
  [z.object({ inner: z.string() }), {}, '"field.inner" must be text.'],
  [z.enum(['active', 'pending']), 'gone', '"field" must be active or pending.'],
  [z.date(), 'x', '"field" must be a value of another kind.'],
  [z.union([z.string(), z.number()]), [], '"field" can\'t have this value.'],
  [z.email(), 'x', '"field" can\'t have this value.'],
]

test.each(cases)('explains a value of the wrong type in a sentence, #%#', (schema, value, sentence) => {
  const { error } = z.object({ field: schema }).safeParse({ field: value }, { error: errorMessage })
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test('prefers the message of the schema', () => {
  const schema = z.object({ field: z.string({ error: 'First name is required' }) })
  const { error } = schema.safeParse({}, { error: errorMessage })
  expect(error?.issues[0]?.message).toBe('First name is required')
})
