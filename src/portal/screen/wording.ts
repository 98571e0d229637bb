import type { Role } from '#contract/access/roles.ts'

export const screenWording = {
  brokenTitle: 'This screen could not be opened',
  broken: 'Part of the portal could not be loaded or stopped working.',
  brokenDetail: 'Reload the page. If that does not help, tell the person who made your account.',
  offline: 'You seem to be offline.',
  offlineDetail: 'Check your connection and try again.',
  takesLong: 'This is taking longer than usual.',
  reload: 'Reload the page',
  refreshFailed: 'This could not be refreshed and may be out of date.',
  filters: 'Filters',
  clearFilters: 'Clear Filters',
  pageGone: 'This page of the list no longer exists.',
  toFirstPage: 'Go to the first page',
  confidential: 'Confidential. For authorized staff only.',
  /** docs/product.md 53: as it is stored. */
  role: (role: Role) => `Role: ${role}`,
  logout: 'Logout',
  printed: (day: string) => `Printed ${day}.`,
} as const
