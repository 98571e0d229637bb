import { jwtVerify, SignJWT } from 'jose'
import { type TokenClaims, tokenClaims } from '#contract/session/schema.ts'

const issuer = 'stable-housing'
const audience = 'stable-housing-portal'
const type = 'at+jwt'

export interface TokenKey {
  sign(claims: TokenClaims): Promise<string>
  /** The claims of a token that this service signed and that has not expired by `now`; else undefined. */
  verify(token: string, now: Date): Promise<TokenClaims | undefined>
}

/** Signs and checks session tokens: HS256 and nothing else, every claim required. */
export function tokenKey(secret: string): TokenKey {
  const key = new TextEncoder().encode(secret)
  return {
    sign: ({ role, email, exp, iat, sub, sid }) =>
      new SignJWT({ role, email, sid })
        .setProtectedHeader({ alg: 'HS256', typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(sub)
        .setIssuedAt(iat)
        .setExpirationTime(exp)
        .sign(key),
    verify: async (token, now) => {
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
    },
  }
}
