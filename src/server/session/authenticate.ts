import DataLoader from 'dataloader'
import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { livingSessions } from './store.ts'
import type { TokenKey } from './token.ts'

/**
 * Whose call it is, by the Authorization header: undefined unless the token is ours, unexpired, and its session lives
 * on in the database — not ended, not idle, employee not deleted, role unchanged (`security.md`, sessions).
 */
export function authenticator(db: Connection, key: TokenKey, clock: () => Date) {
  const livingSession = lookedUpTogether(db, clock)
  return async (authorization: string | undefined): Promise<Actor | undefined> => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]
    const claims = token && (await key.verify(token, clock()))
    if (!claims) return undefined
    const actor = await livingSession(claims.sid)
    return actor?.employeeId === claims.sub && actor.role === claims.role ? actor : undefined
  }
}

/**
 * Calls that arrive in one turn of the event loop share one look at the database, which comes after all of them: nothing is
 * remembered from one turn to the next.
 */
function lookedUpTogether(db: Connection, clock: () => Date) {
  const sessions = new DataLoader<string, Actor | undefined>(
    async (ids) => {
      const living = await livingSessions(db, ids, clock())
      const actorOf = new Map(living.map((actor) => [actor.sessionId, actor]))
      return ids.map((id) => actorOf.get(id))
    },
    { cache: false, batchScheduleFn: setImmediate },
  )
  return (id: string) => sessions.load(id)
}
