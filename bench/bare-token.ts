import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Claims {
  role: string
  email: string
  sid: string
  sub: string
  /** Seconds since the epoch, as `exp`. */
  iat: number
  exp: number
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const iss = 'stable-housing'
const aud = 'stable-housing-portal'

/** The product's tokens (HS256) without a library. */
export function bareTokens(secret: string) {
  const head = encode({ alg: 'HS256', typ: 'at+jwt' })
  const seal = (text: string) => createHmac('sha256', secret).update(text).digest()

  return {
    sign(claims: Claims): string {
      const text = `${head}.${encode({ ...claims, iss, aud })}`
      return `${text}.${seal(text).toString('base64url')}`
    },
    verify(token: string): Claims | undefined {
      const end = token.lastIndexOf('.')
      const text = token.slice(0, end)
      const given = Buffer.from(token.slice(end + 1), 'base64url')
      const right = seal(text)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const [first = '', second = ''] = text.split('.')
      const { alg, typ } = parse(first)
      const claims = parse(second)
      const isOurs = alg === 'HS256' && typ === 'at+jwt' && claims.iss === iss && claims.aud === aud
      return isOurs && claims.exp > Date.now() / 1000 ? claims : undefined
    },
  }
}

function parse(part: string) {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
