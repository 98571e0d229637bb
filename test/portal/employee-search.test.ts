import { describe, expect, it } from 'vitest'
import type { Employee } from '#contract/employees/schema.ts'
import { employeesPerPage, foldName, matchingEmployees, pageOf } from '#portal/employees/employee-search.ts'
import { readListAddress, writeListAddress } from '#portal/employees/list-address.ts'

const employee = (firstName: string, lastName: string, role = 'manager') =>
  ({ firstName, lastName, role }) as Employee

describe('a name, folded', () => {
  it.each([
    ['José García', 'jose garcia'],
    ['Jose\u0301  GARCI\u0301A ', 'jose garcia'],
    ['Łukasz Øberg', 'lukasz oberg'],
    ['Nguyễn Đức', 'nguyen duc'],
    ['Strauß', 'strauss'],
    ['ﬁrst', 'first'],
    ['王小明', '王小明'],
  ])('of %j is %j', (name, folded) => {
    expect(foldName(name)).toBe(folded)
  })
})

describe('the search for employees', () => {
  const all = [
    employee('José', 'García', 'admin'),
    employee('Amina', 'Warsame'),
    employee('Mina', 'O’Neill', 'employee'),
  ]
  const found = (search: string, role?: Employee['role']) =>
    matchingEmployees(all, { search, role }).map(({ firstName }) => firstName)

  it('finds a part of first and last name together, blind to case and accents', () => {
    expect(found('SE gar')).toEqual(['José'])
    expect(found('mina')).toEqual(['Amina', 'Mina'])
    expect(found('gar jose')).toEqual([])
    expect(found('')).toHaveLength(3)
  })

  it('goes together with the role', () => {
    expect(found('mina', 'employee')).toEqual(['Mina'])
    expect(found('', 'super-admin')).toEqual([])
  })
})

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
    const search = 'search=Pa+Houa&role=super-admin&page=2'
    expect(read(search)).toEqual({ search: 'Pa Houa', role: 'super-admin', page: 2 })
    expect(writeListAddress(read(search)).toString()).toBe(search)
    expect(writeListAddress(read('')).toString()).toBe('')
  })

  it.each(['role=staff', 'page=two', 'page=0', 'page=1.5', 'page=-3', 'search=%20'])(
    'ignores %s',
    (search) => {
      expect(read(search)).toEqual({ search: '', role: undefined, page: 1 })
    },
  )
})
