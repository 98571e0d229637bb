import type { Role } from './access/roles.ts'

/**
 * What a feature is, besides its calls: data that server and portal read. No manifest imports a schema, because the portal's
 * first screens load all manifests and do without the schema library.
 */
export interface Manifest {
  /** Who may do what. The server enforces it on every call; screens hide or disable what the role may not do. */
  permissions: Readonly<Record<`${string}:${string}`, PermissionRule>>
  /** The kinds of records in the audit trail. Old rows may have a kind or an action that is no longer listed. */
  audited: Readonly<Record<string, AuditedKindRule>>
}

/** `denied` says in the audit trail what a person without the right wanted to do: 'delete a client'. */
type PermissionRule =
  | { allowed: typeof everyone }
  | { allowed: Readonly<Record<Role, boolean>>; denied: string }

export interface AuditedKindRule {
  /** One such record: 'Message'. */
  label?: string
  /** Several: 'Messages'. Only of a kind that can be deleted and restored. */
  plural?: string
  /** Each action with its sentence. `refused` is for a call that the caller's role does not allow (docs/decisions/0042). */
  actions: Readonly<Record<string, string>>
}

/** In the audit trail, what was denied follows. */
export const refused = 'Access denied'

/** By a merge, or its undoing. In the audit trail, what was moved follows. */
export const moved = 'Moved to another client record'

/** Sets of roles, for permissions. */
export const everyone = { 'super-admin': true, admin: true, manager: true, employee: true } as const
export const admins = { 'super-admin': true, admin: true, manager: false, employee: false } as const
export const superAdminOnly = {
  'super-admin': true,
  admin: false,
  manager: false,
  employee: false,
} as const satisfies Record<Role, boolean>
