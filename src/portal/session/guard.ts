import { mayOpenArea } from '#contract/access/areas.ts'
import type { Area } from '#contract/paths.ts'
import type { Session } from './stored-session.ts'

type GuardDecision = 'open' | 'login' | 'unauthorized'

/** §2: without a session to the login, with a role that the area is closed to, to the refusal. */
export function guardDecision(session: Pick<Session, 'role'> | undefined, area: Area): GuardDecision {
  if (!session) return 'login'
  return mayOpenArea(session.role, area) ? 'open' : 'unauthorized'
}
