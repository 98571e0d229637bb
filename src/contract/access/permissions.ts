import { admins, everyone } from '../manifest.ts'
import { permissions } from '../manifests.ts'
import type { Role } from './roles.ts'

export type Permission = keyof typeof permissions

export function can(role: Role, permission: Permission): boolean {
  return permissions[permission].allowed[role]
}

/** Who must use two-step sign-in, by the setting TWO_STEP. */
const twoStepRequired = {
  optional: { 'super-admin': false, admin: false, manager: false, employee: false },
  admins,
  everyone,
} as const satisfies Record<string, Record<Role, boolean>>

export type TwoStepPolicy = keyof typeof twoStepRequired

export const twoStepPolicies = Object.keys(twoStepRequired) as TwoStepPolicy[]

export function mustUseTwoStep(role: Role, policy: TwoStepPolicy): boolean {
  return twoStepRequired[policy][role]
}
