import type { Role } from '#contract/access/roles.ts'

export const screenWording = {
  offline: 'You seem to be offline.',
  offlineDetail: 'Check your connection and try again.',
  confidential: 'Confidential. For authorized staff only.',
  /** docs/product.md 53: as it is stored. */
  role: (role: Role) => `Role: ${role}`,
  logout: 'Logout',
} as const
