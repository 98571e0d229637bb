import type { Role } from './roles.ts'

const everyone = { 'super-admin': true, admin: true, manager: true, employee: true } as const
const superAdminOnly = { 'super-admin': true, admin: false, manager: false, employee: false } as const

/**
 * Which role may do what. The server enforces it on every call; screens hide or disable what the role may not do.
 */
export const permissions = {
  'clients:read': everyone,
  'clients:add': everyone,
  'clients:edit': everyone,
  'clients:delete': superAdminOnly,
  'clients:export': superAdminOnly,
  'notes:read': everyone,
  'notes:add': everyone,
  /** The age of the note is checked, too: `mayChangeNote` in notes/rules.ts. */
  'notes:change': { 'super-admin': true, admin: true, manager: true, employee: false },
  /** The report as a PDF or on paper: only the admin area has it. */
  'notes:export': superAdminOnly,
  'notes:read-versions': { 'super-admin': true, admin: true, manager: false, employee: false },
  'employees:read': { 'super-admin': true, admin: true, manager: false, employee: false },
  'employees:add': superAdminOnly,
  'employees:edit': superAdminOnly,
  'employees:change-role': superAdminOnly,
  'employees:delete': superAdminOnly,
  'employees:resend-setup-email': superAdminOnly,
  'employees:sign-out': superAdminOnly,
  'employees:reset-two-step': superAdminOnly,
  'links:read-resources': everyone,
  'links:read-admin': superAdminOnly,
  'training:employee': everyone,
  'training:admin': superAdminOnly,
  'training:read-records': superAdminOnly,
  'outgoing-mail:read': superAdminOnly,
  'outgoing-mail:resend': superAdminOnly,
  'contact-messages:read': superAdminOnly,
  'contact-messages:delete': superAdminOnly,
  'backups:read': superAdminOnly,
  'audit:read': superAdminOnly,
  'deleted-records:read': superAdminOnly,
  'deleted-records:restore': superAdminOnly,
  'session:own': everyone,
} as const satisfies Record<string, Record<Role, boolean>>

/** Who must use two-step sign-in, by the setting TWO_STEP. */
const twoStepRequired = {
  optional: { 'super-admin': false, admin: false, manager: false, employee: false },
  admins: { 'super-admin': true, admin: true, manager: false, employee: false },
  everyone,
} as const satisfies Record<string, Record<Role, boolean>>

export type TwoStepPolicy = keyof typeof twoStepRequired

export const twoStepPolicies = Object.keys(twoStepRequired) as TwoStepPolicy[]

export function mustUseTwoStep(role: Role, policy: TwoStepPolicy): boolean {
  return twoStepRequired[policy][role]
}

export type Permission = keyof typeof permissions

/** A permission that some role lacks. */
export type RestrictedPermission = {
  [P in Permission]: (typeof permissions)[P] extends typeof everyone ? never : P
}[Permission]

export function can(role: Role, permission: Permission): boolean {
  return permissions[permission][role]
}
