/** The four roles, from the most rights to the fewest. */
export const roles = ['super-admin', 'admin', 'manager', 'employee'] as const

export type Role = (typeof roles)[number]

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value)
}
