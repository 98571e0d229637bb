import type { Role } from '#contract/access/roles.ts'

export const screenWording = {
  brokenTitle: 'This screen did not open',
  broken: 'A part of the portal could not be loaded or has failed.',
  brokenDetail: 'Load the page again; if that does not help, tell us.',
  offline: 'You seem to be offline.',
  offlineDetail: 'Check your connection and try again.',
  takesLong: 'This takes longer than usual.',
  reload: 'Load the page again',
  refreshFailed: 'This could not be refreshed and may be out of date.',
  clearFilters: 'Clear Filters',
  pageGone: 'This page of the list is gone.',
  toFirstPage: 'Go to the first page',
  confidential: 'Confidential. For authorized staff only.',
  /** Decision 53: as it is stored. */
  role: (role: Role) => `Role: ${role}`,
  logout: 'Logout',
  printed: (day: string) => `Printed ${day}.`,
} as const
