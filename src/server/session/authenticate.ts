import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { findActiveSession } from './store.ts'
import type { TokenKey } from './token.ts'

/**
 * Who makes a call, by the Authorization header: undefined unless the token is ours and not expired, and its session is
 * active in the database: not ended, not idle, the employee not deleted, the role the same.
 */
export function authenticator(db: Connection, key: TokenKey, clock: () => Date) {
  return async (authorization: string | undefined): Promise<Actor | undefined> => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]
    const claims = token && (await key.verify(token, clock()))
    if (!claims) return undefined
    const actor = await findActiveSession(db, claims.sid, clock())
    return actor?.employeeId === claims.sub && actor.role === claims.role ? actor : undefined
  }
}
