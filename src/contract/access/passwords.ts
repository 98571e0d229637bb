import { everyone, superAdminOnly } from '../manifest.ts'
import type { Role } from './roles.ts'

/** Whose passwords work, by the setting PASSWORDS. */
const passwordAllowed = {
  everyone,
  'super-admins': superAdminOnly,
} as const satisfies Record<string, Record<Role, boolean>>

export type PasswordPolicy = keyof typeof passwordAllowed

export const passwordPolicies = Object.keys(passwordAllowed) as PasswordPolicy[]

export function mayUsePassword(role: Role, policy: PasswordPolicy): boolean {
  return passwordAllowed[policy][role]
}
