import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('drops the oldest entry when full, and treats an entry that is set again as new', () => {
  const entries = new BoundedMap<number>(3)
  for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) entries.set(key, index)
  expect([...entries]).toEqual([
    ['c', 2],
    ['a', 3],
    ['d', 4],
  ])
})
