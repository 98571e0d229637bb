import { hash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '#contract/access/roles.ts'
import { type TokenClaims, tokenClaims } from '#contract/session/schema.ts'
import type { SignedIn } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { addSession, type NewSession, sessionLookup } from './store.ts'

const issuer = 'stable-housing'
const audience = 'stable-housing-portal'
const type = 'at+jwt'

/** Verified tokens are cached by their hash: every call sends one, and to verify it takes as long as the rest of a read. */
const maxVerified = 1_000

export interface TokenKey {
  sign(claims: TokenClaims): Promise<string>
  /** Returns the claims of a token that we signed and that has not expired; otherwise undefined. */
  verify(token: string, now: Date): Promise<TokenClaims | undefined>
}

/** Signs and checks session tokens: only HS256, and with every claim that access depends on. */
export function tokenKey(secret: string): TokenKey {
  const key = new TextEncoder().encode(secret)
  const verified = new Map<string, TokenClaims>()
  return {
    sign: ({ role, email, name, exp, iat, sub, sid, setUpTwoStep }) =>
      new SignJWT({ role, email, name, sid, ...(setUpTwoStep && { setUpTwoStep }) })
        .setProtectedHeader({ alg: 'HS256', typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(sub)
        .setIssuedAt(iat)
        .setExpirationTime(exp)
        .sign(key),
    verify: async (token, now) => {
      const digest = hash('sha256', token, 'base64url')
      const known = verified.get(digest)
      if (known) return known.exp * 1000 > now.getTime() ? known : undefined
      const claims = await claimsOf(token, key, now)
      if (verified.size >= maxVerified) verified.clear()
      if (claims) verified.set(digest, claims)
      return claims
    },
  }
}

async function claimsOf(token: string, key: Uint8Array, now: Date): Promise<TokenClaims | undefined> {
  if (!isCanonical(token)) return undefined
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: type,
      issuer,
      audience,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub', 'sid', 'role', 'email'],
    })
    return tokenClaims.parse(payload)
  } catch {
    return undefined
  }
}

/** The last character of a signature has two unused bits: four spellings decode alike. Only ours is accepted. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** Creates a session and returns its id and its token, which expires with it. */
export async function openSession(
  db: Connection,
  tokens: TokenKey,
  employee: { id: string; role: Role; email: string; name: string },
  { setUpTwoStep = false, ...opened }: NewSession & { setUpTwoStep?: boolean },
): Promise<{ sessionId: string; token: string }> {
  const session = await addSession(db, employee.id, opened)
  const token = await tokens.sign({
    role: employee.role,
    email: employee.email,
    name: employee.name,
    sub: employee.id,
    sid: session.id,
    iat: inSeconds(opened.now),
    exp: inSeconds(session.expiresAt),
    setUpTwoStep,
  })
  return { sessionId: session.id, token }
}

const inSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/**
 * Finds the caller by the Authorization header: undefined unless the token is ours and not expired, the session is active,
 * the employee exists and the role is unchanged.
 */
export function authenticator(db: Connection, key: TokenKey, clock: () => Date) {
  const findSession = sessionLookup(db, clock)
  return async (authorization: string | undefined): Promise<SignedIn | undefined> => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]
    const claims = token && (await key.verify(token, clock()))
    if (!claims) return undefined
    const actor = await findSession(claims.sid)
    return actor?.employeeId === claims.sub && actor.role === claims.role ? actor : undefined
  }
}
