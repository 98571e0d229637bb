import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { csvFile, jsonArray } from './whole-list.ts'

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

test('a CSV file of long rows lets other calls have their turn', async () => {
  let made = 0
  // A row takes a millisecond.
  vi.spyOn(performance, 'now').mockImplementation(() => made)
  onTestFinished(() => void vi.restoreAllMocks())
  const turns: number[] = []
  const takeTurn = () => {
    turns.push(made)
    if (made < 500) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  const rows = Array.from({ length: 500 }, (_, row) => ({ row }))
  const file = await text(
    csvFile(['Row'], batches(rows), () => {
      made += 1
      return [`${made}`]
    }),
  )
  expect(file.split('\r\n')).toHaveLength(502)
  expect(file.endsWith('\r\n"499"\r\n"500"\r\n')).toBe(true)
  const held = turns.map((turn, index) => turn - (turns[index - 1] ?? 0))
  expect(Math.max(...held)).toBe(20)
})
