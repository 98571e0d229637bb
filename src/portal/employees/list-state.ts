import { isRole, type Role } from '#contract/access/roles.ts'
import { useListState } from '#portal/screen/list-state.ts'

/** What of the employee list is shown. Its address says all of it but the search. */
export interface ListAddress {
  search: string
  role: Role | undefined
  /** Counted from 1. */
  page: number
}

/** What makes no sense in an address is left out of it. */
export function readListAddress(params: URLSearchParams): Omit<ListAddress, 'search'> {
  const role = params.get('role')
  const page = Number(params.get('page'))
  return {
    role: isRole(role) ? role : undefined,
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  }
}

export function writeListAddress({ role, page }: Omit<ListAddress, 'search'>): URLSearchParams {
  const params = new URLSearchParams()
  if (role) params.set('role', role)
  if (page > 1) params.set('page', String(page))
  return params
}

export function isNarrowed({ search, role }: Pick<ListAddress, 'search' | 'role'>): boolean {
  return search !== '' || role !== undefined
}

export function useEmployeeList() {
  const { goTo, type, ...list } = useListState<ListAddress>(readListAddress, writeListAddress)
  const { address } = list
  return {
    ...list,
    isNarrowed: isNarrowed(address),
    searchFor: (search: string) => type({ search, page: 1 }),
    filterBy: (role: ListAddress['role']) => goTo({ ...address, role, page: 1 }),
    clearFilters: () => goTo({ search: '', role: undefined, page: 1 }),
    goToPage: (page: number) => goTo({ ...address, page }, { toTop: true }),
  }
}

export type EmployeeListState = ReturnType<typeof useEmployeeList>

/** So many rows are drawn at once: enough for nearly everybody, few enough for an old computer. */
export const employeesPerPage = 100

/** The rows of a page, counted from 1; a page behind the last one is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number) {
  const last = Math.max(1, Math.ceil(rows.length / employeesPerPage))
  const shown = Math.min(page, last)
  const start = (shown - 1) * employeesPerPage
  const items = rows.slice(start, start + employeesPerPage)
  return { items, page: shown, from: start + 1, to: start + items.length, total: rows.length }
}
