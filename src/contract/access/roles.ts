/** §6 and decision 1: the four roles, from the widest to the narrowest. */
export const roles = ['super-admin', 'admin', 'manager', 'employee'] as const

export type Role = (typeof roles)[number]

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value)
}
