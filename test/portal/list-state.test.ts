import { describe, expect, it, test } from 'vitest'
import { readTrailFilters, recordIdIn, trailOfRecord } from '#portal/audit/queries.ts'
import { readClientFilters } from '#portal/clients/queries.ts'
import { readDays } from '#portal/days/day-range.ts'
import { readDeletedFilters } from '#portal/deleted-records/queries.ts'
import { readEmployeeFilters } from '#portal/employees/queries.ts'
import { cleanSearch, isFiltered, listQuery } from '#portal/lists/list-state.ts'
import { pageOfAll } from '#portal/lists/page-query.ts'
import { pageRange } from '#portal/lists/record-list.tsx'
import { readLogFilters } from '#portal/service-log/queries.ts'

const id = '3f2b8c1e-6a4d-4f09-9d5c-0a7e1b2c3d4e'

describe('the address of a list', () => {
  it.each([
    ['clients', readClientFilters, 'status=pending&worker=me&added=last30&sort=-lastNote'],
    ['clients without a note this week', readClientFilters, 'notes=missing-this-week'],
    ['employees', readEmployeeFilters, 'role=super-admin&sort=-dob'],
    ['messages', readDays, 'from=2026-03-01&to=2026-03-02'],
    ['deleted records', readDeletedFilters, 'kind=note'],
    [
      'the service log',
      readLogFilters,
      `from=2026-03-01&author=${id}&service=none&without=signature&counted=notes&by=month`,
    ],
    [
      'the audit trail',
      readTrailFilters,
      `record=${id}&actor=${id}&changesOnly=true&from=2026-03-01&to=2026-03-02`,
    ],
  ])('writes the filters of %s as they were read', (_, read, query) => {
    expect(listQuery(read(new URLSearchParams(query)))).toBe(query)
    expect(listQuery(read(new URLSearchParams()))).toBe('')
  })

  it('ignores a status beside the filter for a week without a note', () => {
    const filters = readClientFilters(new URLSearchParams('status=pending&notes=missing-this-week'))
    expect(listQuery(filters)).toBe('notes=missing-this-week')
  })

  it.each([
    ['status=gone&notes=all&added=last3&sort=phone&search=vang', readClientFilters],
    ['role=staff&sort=address', readEmployeeFilters],
    ['from=2026-02-30', readDays],
    ['kind=session', readDeletedFilters],
    ['record=amina&actor=vang&changesOnly=1', readTrailFilters],
  ] as const)('ignores %s', (query, read) => {
    expect(listQuery(read(new URLSearchParams(query)))).toBe('')
  })
})

test('treats a list as filtered by search or filter, not by its page, order or grouping', () => {
  const wholeList = { search: '', cursor: undefined, page: 1, status: undefined }
  expect(isFiltered({ ...wholeList, cursor: 'abc', page: 2, sort: '-name', by: 'month' })).toBe(false)
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

  it('shows the last page of rows that are all there for any higher number', () => {
    const all = { items: [1, 2, 3, 4, 5], total: 5, nextCursor: null, state: {} }
    expect(pageRange(pageOfAll(all, 1, 2), 2)).toEqual({ from: 1, to: 2, total: 5 })
    expect(pageOfAll(all, 3, 2)).toMatchObject({ items: [5], nextCursor: null })
    expect(pageRange(pageOfAll(all, 9, 2), 2)).toEqual({ from: 5, to: 5, total: 5 })
    expect(pageOfAll({ ...all, items: [] }, 2, 2)).toMatchObject({ state: { page: 1 }, items: [], total: 0 })
  })
})
