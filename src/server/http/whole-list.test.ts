import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { jsonArray } from './whole-list.ts'

const schema = z.object({ id: z.string(), phone: z.nullable(z.string()) })
const item = { id: 'a', phone: null }

async function* batches(...items: object[][]) {
  yield* items
}

test('batches become one JSON array', async () => {
  const odd = { id: 'two\nlines "quoted" \u2028 \ud83d\ude00', phone: '6125550142' }
  expect(await text(jsonArray(schema, batches()))).toBe('[]')
  expect(await text(jsonArray(schema, batches([item])))).toBe('[{"id":"a","phone":null}]')
  expect(JSON.parse(await text(jsonArray(schema, batches([item, odd], [item]))))).toEqual([item, odd, item])
})

test.each([
  ['a field that the schema does not name', { ...item, passwordHash: 'secret' }],
  ['a missing field', { id: 'a' }],
])('sends nothing of records with %s', async (_, wrong) => {
  await expect(jsonArray(schema, batches([wrong])).next()).rejects.toThrow('other fields')
})
