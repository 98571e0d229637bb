import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { livingSession } from './store.ts'
import type { TokenKey } from './token.ts'

/**
 * Whose call it is, by the Authorization header: undefined unless the token is ours, unexpired, and its session lives
 * on in the database — not ended, not idle, employee not deleted, role unchanged (`security.md`, sessions).
 */
export function authenticator(db: Connection, key: TokenKey, clock: () => Date) {
  return async (authorization: string | undefined): Promise<Actor | undefined> => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]
    if (!token) return undefined
    const now = clock()
    const claims = await key.verify(token, now)
    if (!claims) return undefined
    const actor = await livingSession(db, claims.sid, now)
    return actor?.employeeId === claims.sub && actor.role === claims.role ? actor : undefined
  }
}
