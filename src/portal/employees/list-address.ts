import { isRole, type Role } from '#contract/access/roles.ts'
import { cleanSearch } from '#portal/screen/typed-search.ts'

/** Where in the employee list one is, as its address says it: reloaded, it shows the same. */
export interface ListAddress {
  search: string
  role: Role | undefined
  /** Counted from 1. */
  page: number
}

/** What makes no sense in an address is left out of it. */
export function readListAddress(params: URLSearchParams): ListAddress {
  const role = params.get('role')
  const page = Number(params.get('page'))
  return {
    search: cleanSearch(params.get('search') ?? ''),
    role: isRole(role) ? role : undefined,
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  }
}

export function writeListAddress({ search, role, page }: ListAddress): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (role) params.set('role', role)
  if (page > 1) params.set('page', String(page))
  return params
}

export function isNarrowed({ search, role }: Pick<ListAddress, 'search' | 'role'>): boolean {
  return search !== '' || role !== undefined
}
