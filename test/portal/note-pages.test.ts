import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Note } from '#contract/notes/schema.ts'
import {
  changeNotes,
  type NotePages,
  noteQueries,
  shownNotes,
  withNote,
  withoutNote,
} from '#portal/notes/queries.ts'

const note = (id: string, text = id) => ({ id, text }) as Note
const key = noteQueries.list('c1').queryKey

/** Pages of so many notes, of a client who has three more. */
function pagesOf(...pages: Note[][]): NotePages {
  const total = pages.flat().length + 3
  return {
    pages: pages.map((items) => ({ items, total, nextCursor: 'older' })),
    pageParams: pages.map(() => undefined),
  }
}

const idsOf = (known: NotePages) => shownNotes(known).notes.map(({ id }) => id)

describe('notes that were read page by page', () => {
  it('puts a new note first, once, and counts it', () => {
    const known = withNote(withNote(pagesOf([note('b')], [note('a')]), note('c')), note('c'))
    expect(idsOf(known)).toEqual(['c', 'b', 'a'])
    expect(shownNotes(known).total).toBe(6)
  })

  it('removes a deleted note, and counts down only if it was there', () => {
    const known = withoutNote(pagesOf([note('b')], [note('a')]), 'a')
    expect(idsOf(known)).toEqual(['b'])
    expect(shownNotes(known).total).toBe(4)
    expect(withoutNote(known, 'a')).toBe(known)
  })
})

describe('a saved note', () => {
  const add = (id: string) => (known: NotePages) => withNote(known, note(id))

  it('does not make a new note the whole list when that was never read', async () => {
    const queries = new QueryClient()
    await changeNotes(queries, 'c1', add('new'))
    expect(queries.getQueryData(key)).toBeUndefined()
  })

  it('keeps a new note when a request that started before ends', async () => {
    const queries = new QueryClient()
    queries.setQueryData(key, pagesOf([note('old')]))
    const early = queries.fetchQuery({
      queryKey: key,
      queryFn: () => new Promise<NotePages>((resolve) => setTimeout(resolve, 20, pagesOf([note('old')]))),
    })
    await changeNotes(queries, 'c1', add('new'))
    await early.catch(() => undefined)
    expect(idsOf(queries.getQueryData<NotePages>(key) as NotePages)).toEqual(['new', 'old'])
  })

  it('makes the earlier versions of the client’s notes stale, and no other client’s', async () => {
    const queries = new QueryClient()
    const [first, other] = ['c1', 'c2'].map(
      (clientId) => noteQueries.versions({ id: 'n', clientId } as Note).queryKey,
    )
    queries.setQueryData(first ?? [], [])
    queries.setQueryData(other ?? [], [])
    await changeNotes(queries, 'c1', add('new'))
    expect(queries.getQueryState(first ?? [])?.isInvalidated).toBe(true)
    expect(queries.getQueryState(other ?? [])?.isInvalidated).toBe(false)
  })
})
