import { hash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { type TokenClaims, tokenClaims } from '#contract/session/schema.ts'

const issuer = 'stable-housing'
const audience = 'stable-housing-portal'
const type = 'at+jwt'

/** So many tokens are known to be ours, by their hash: each call brings one, and checking it again tells the same. */
const mostVerified = 1_000

export interface TokenKey {
  sign(claims: TokenClaims): Promise<string>
  /** The claims of a token that this service signed and that has not expired by `now`; else undefined. */
  verify(token: string, now: Date): Promise<TokenClaims | undefined>
}

/** Signs and checks session tokens: HS256 and nothing else, every claim required. */
export function tokenKey(secret: string): TokenKey {
  const key = new TextEncoder().encode(secret)
  const verified = new NewestEntries<TokenClaims>(mostVerified)
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
      const digest = hash('sha256', token, 'base64url')
      const known = verified.get(digest)
      if (known) return known.exp * 1000 > now.getTime() ? known : undefined
      const claims = await claimsOf(token, key, now)
      if (claims) verified.set(digest, claims)
      return claims
    },
  }
}

async function claimsOf(token: string, key: Uint8Array, now: Date): Promise<TokenClaims | undefined> {
  if (!isSpelledOurWay(token)) return undefined
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

/** The last letter of a signature carries two bits that mean nothing; of its four spellings ours alone is a token. */
function isSpelledOurWay(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** A map of a bounded size: the oldest entry makes room for a new one. */
export class NewestEntries<V> extends Map<string, V> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: string, value: V): this {
    this.delete(key)
    const [oldest] = this.keys()
    if (oldest !== undefined && this.size >= this.#most) this.delete(oldest)
    return super.set(key, value)
  }
}
