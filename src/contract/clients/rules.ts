import { can } from '../access/permissions.ts'
import type { Role } from '../access/roles.ts'

/** How many clients one call may assign. */
export const maxAssigned = 200

/** Follow-ups of one undo. */
export const maxMoved = 1000

/** A change of a client's worker. Ids of employees; null means unassigned. */
interface Reassignment {
  from: string | null
  to: string | null
}

/** Users who may not assign clients to others may still take an unassigned client or give up their own. */
export function mayAssign(user: { id: string; role: Role }, { from, to }: Reassignment): boolean {
  return can(user.role, 'clients:assign') || [from, to].every((id) => id === null || id === user.id)
}
