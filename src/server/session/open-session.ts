import type { Role } from '#contract/access/roles.ts'
import type { Connection } from '#server/database/connection.ts'
import { addSession } from './store.ts'
import type { TokenKey } from './token.ts'

/** Opens a session and answers the token that names it, with the same end. */
export async function openSession(
  db: Connection,
  tokens: TokenKey,
  person: { id: string; role: Role; email: string },
  now: Date,
): Promise<string> {
  const session = await addSession(db, person.id, now)
  return await tokens.sign({
    role: person.role,
    email: person.email,
    sub: person.id,
    sid: session.id,
    iat: secondsOf(now),
    exp: secondsOf(session.expiresAt),
  })
}

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000)
