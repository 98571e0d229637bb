import { expect, test } from 'vitest'
import { NewestEntries } from './token.ts'

test('the newest entries stay, however many come; one that is set again is a new one', () => {
  const entries = new NewestEntries<number>(3)
  for (const [place, key] of ['a', 'b', 'c', 'a', 'd'].entries()) entries.set(key, place)
  expect([...entries]).toEqual([
    ['c', 2],
    ['a', 3],
    ['d', 4],
  ])
})
