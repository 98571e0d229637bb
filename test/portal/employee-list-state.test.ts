import { describe, expect, it } from 'vitest'
import { employeesPerPage, pageOf, readListAddress, writeListAddress } from '#portal/employees/list-state.ts'

describe('a page of employees', () => {
  const rows = Array.from({ length: 2 * employeesPerPage + 1 }, (_, row) => row)

  it('counts from 1, and behind the last page is the last page', () => {
    expect(pageOf(rows, 1)).toMatchObject({ page: 1, from: 1, to: employeesPerPage, total: rows.length })
    expect(pageOf(rows, 3).items).toEqual([2 * employeesPerPage])
    expect(pageOf(rows, 9)).toMatchObject({ page: 3, from: rows.length, to: rows.length })
    expect(pageOf([], 2)).toMatchObject({ page: 1, items: [], total: 0 })
  })
})

describe('the address of the employee list', () => {
  const read = (search: string) => readListAddress(new URLSearchParams(search))

  it('says what is shown, and is written as it was read', () => {
    const search = 'role=super-admin&page=2'
    expect(read(search)).toEqual({ role: 'super-admin', page: 2 })
    expect(writeListAddress(read(search)).toString()).toBe(search)
    expect(writeListAddress(read('')).toString()).toBe('')
  })

  it('never holds the search', () => {
    const address = { search: 'Pa Houa', role: 'admin', page: 2 } as const
    expect(writeListAddress(address).toString()).toBe('role=admin&page=2')
  })

  it.each(['role=staff', 'page=two', 'page=0', 'page=1.5', 'page=-3', 'search=vang'])(
    'ignores %s',
    (search) => {
      expect(read(search)).toEqual({ role: undefined, page: 1 })
    },
  )
})
