import { can } from '../access/permissions.ts'
import type { Role } from '../access/roles.ts'

/** Whose client somebody may become. Ids of employees; null is nobody. */
interface Reassignment {
  from: string | null
  to: string | null
}

/** Whether a user may make this change. Who may not assign others may take a client whom nobody has, or give up their own. */
export function mayAssign(user: { id: string; role: Role }, { from, to }: Reassignment): boolean {
  return can(user.role, 'clients:assign') || [from, to].every((id) => id === null || id === user.id)
}
