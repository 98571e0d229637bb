import { describe, expect, it, test } from 'vitest'
import { recordIdIn, trailList, trailOfRecord } from '#portal/audit/queries.ts'
import { clientList } from '#portal/clients/queries.ts'
import { messageList } from '#portal/contact-messages/queries.ts'
import { employeesPerPage, pageOf } from '#portal/employees/employee-list.tsx'
import { employeeList } from '#portal/employees/queries.ts'
import {
  cleanSearch,
  isFiltered,
  type ListSchema,
  listQuery,
  previousPage,
  readCursorStack,
  readListState,
} from '#portal/lists/list-state.ts'
import { pageRange } from '#portal/lists/record-list.tsx'

const id = '3f2b8c1e-6a4d-4f09-9d5c-0a7e1b2c3d4e'
const read = <Filters>(schema: ListSchema<Filters>, query: string) =>
  readListState(schema, new URLSearchParams(query))
const wholeList = { search: '', cursor: undefined, page: 1 }

describe('the address of a list', () => {
  it.each([
    ['clients', clientList, 'status=pending&cursor=abc&page=3'],
    ['clients without a note this week', clientList, 'notes=missing-this-week'],
    ['employees', employeeList, 'role=super-admin&page=2'],
    ['messages', messageList, 'from=2026-03-01&to=2026-03-02&cursor=c&page=2'],
    ['the audit trail', trailList, `record=${id}&actor=${id}&changesOnly=true&from=2026-03-01&to=2026-03-02`],
  ] as [string, ListSchema<object>, string][])(
    'writes the address of %s as it was read',
    (_, schema, query) => {
      expect(listQuery(read(schema, query))).toBe(query)
      expect(listQuery(read(schema, ''))).toBe('')
    },
  )

  it('ignores a status beside the filter for a week without a note', () => {
    const state = read(clientList, 'status=pending&notes=missing-this-week')
    expect(state).toEqual({ ...wholeList, status: undefined, notes: 'missing-this-week' })
  })

  it('keeps the search out of the address', () => {
    expect(read(clientList, 'search=vang').search).toBe('')
    expect(listQuery({ ...wholeList, status: 'active', search: 'vang' })).toBe('status=active')
  })

  it.each([
    ...['status=gone', 'notes=all', 'page=4', 'cursor=abc', 'cursor=abc&page=1', 'cursor=abc&page=2.5'].map(
      (query) => [query, clientList] as const,
    ),
    ...['role=staff', 'page=two', 'page=0'].map((query) => [query, employeeList] as const),
    ['page=7&from=2026-02-30', messageList] as const,
  ])('ignores %s', (query, list) => {
    expect(read(list as ListSchema<object>, query)).toEqual(read(list as ListSchema<object>, ''))
  })
})

test('treats a list as filtered by search or filter, not by its page', () => {
  expect(isFiltered({ ...wholeList, status: undefined, cursor: 'abc', page: 2 })).toBe(false)
  expect(isFiltered({ ...wholeList, search: 'vang' })).toBe(true)
  expect(isFiltered({ ...wholeList, status: 'active' })).toBe(true)
})

test('removes halves of characters and extra spaces from a search', () => {
  expect(cleanSearch('a\ud83db', 200)).toBe('ab')
  expect(cleanSearch(' José   García ', 200)).toBe('José García')
  expect(cleanSearch('Pa\u0000 Houa 🙂', 200)).toBe('Pa Houa 🙂')
  expect(cleanSearch('x'.repeat(199).concat('🙂'), 200)).toBe('x'.repeat(199))
})

test('accepts only whole record ids, so that no name gets into the address', () => {
  expect(recordIdIn(` ${id.toUpperCase()} `)).toBe(id)
  expect(recordIdIn('first-week')).toBe('first-week')
  for (const text of ['', 'amina', 'amina@example.org', id.slice(1), `${id}0`])
    expect(recordIdIn(text)).toBeUndefined()
  expect(trailOfRecord(id)).toMatch(new RegExp(`\\?record=${id}$`))
})

describe('the previous page', () => {
  it('goes back to the cursor of the page before', () => {
    expect(previousPage(3, [null, 'to-2'])).toEqual({ cursor: 'to-2', page: 2, cursors: [null] })
    expect(previousPage(2, [null])).toEqual({ cursor: undefined, page: 1, cursors: [] })
  })

  it.each([null, {}, { cursors: 'x' }, { cursors: [null] }, { cursors: [null, 7] }])(
    'goes back to the first page from a shared address, with the history state %j',
    (state) => {
      const first = { cursor: undefined, page: 1, cursors: [] }
      expect(previousPage(3, readCursorStack(state, 3))).toEqual(first)
    },
  )
})

describe('the range of a page', () => {
  const page = (number: number, count: number, total: number, nextCursor: string | null) =>
    pageRange({ state: { page: number }, items: Array.from({ length: count }), total, nextCursor })

  it('counts the rows of a page over all pages', () => {
    expect(page(1, 50, 120, 'x')).toEqual({ from: 1, to: 50, total: 120 })
    expect(page(3, 20, 120, null)).toEqual({ from: 101, to: 120, total: 120 })
  })

  it('counts the rows that a page has, although clients were added or removed', () => {
    expect(page(3, 19, 120, null)).toEqual({ from: 101, to: 119, total: 119 })
    expect(page(2, 50, 99, 'x')).toEqual({ from: 51, to: 100, total: 101 })
  })

  it('shows the last page of employees for any higher number', () => {
    const rows = Array.from({ length: 2 * employeesPerPage + 1 }, (_, row) => row)
    expect(pageRange(pageOf(rows, 1))).toEqual({ from: 1, to: employeesPerPage, total: rows.length })
    expect(pageOf(rows, 3).items).toEqual([2 * employeesPerPage])
    expect(pageRange(pageOf(rows, 9))).toEqual({ from: rows.length, to: rows.length, total: rows.length })
    expect(pageOf([], 2)).toMatchObject({ state: { page: 1 }, items: [], total: 0 })
  })
})
