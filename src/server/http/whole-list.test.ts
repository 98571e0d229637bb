import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type ListPage, wholeLists } from './whole-list.ts'

const pages: Record<string, ListPage<number>> = {
  b: { items: [3, 4], last: 'c' },
  c: { items: [5], last: null },
}
const first = { items: [1, 2], last: 'b' }
const next = async (last: string) => pages[last]

test('sends all pages as one array, one list at a time for each employee', async () => {
  const send = wholeLists()
  const list = send('e1', first, next, String)
  expect(() => send('e1', first, next, String)).toThrow('already loading')
  expect(await text(send('e2', { items: [], last: null }, next, String))).toBe('[]')
  expect(await text(list)).toBe('[1,2,3,4,5]')
  expect(await text(send('e1', first, next, String))).toBe('[1,2,3,4,5]')
})

test('another list can be asked for after one was given up', async () => {
  const send = wholeLists()
  send('e1', first, next, String).destroy()
  await expect.poll(() => send('e1', first, next, String)).toBeDefined()
})
