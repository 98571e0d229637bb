import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Note } from '#contract/notes/schema.ts'
import { noteKeys, showNote } from '#portal/notes/queries.ts'

const note = (id: string) => ({ id, text: id }) as Note
const key = noteKeys.ofClient('c1')

describe('a saved note', () => {
  it('stands first in the list that was read before, once', async () => {
    const queries = new QueryClient()
    queries.setQueryData(key, [note('old')])
    await showNote(queries, 'c1', note('new'))
    await showNote(queries, 'c1', note('new'))
    expect(queries.getQueryData(key)).toEqual([note('new'), note('old')])
  })

  it('is not taken for all notes when the list was never read', async () => {
    const queries = new QueryClient()
    await showNote(queries, 'c1', note('new'))
    expect(queries.getQueryData(key)).toBeUndefined()
  })

  it('is not lost to a reading that began before it was there', async () => {
    const queries = new QueryClient()
    queries.setQueryData(key, [note('old')])
    const early = queries.fetchQuery({
      queryKey: key,
      queryFn: () => new Promise<Note[]>((resolve) => setTimeout(resolve, 20, [note('old')])),
    })
    await showNote(queries, 'c1', note('new'))
    await early.catch(() => undefined)
    expect(queries.getQueryData(key)).toEqual([note('new'), note('old')])
  })
})
