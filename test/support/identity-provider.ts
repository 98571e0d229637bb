import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'

/** What the provider says about a person, besides the login name, which is `sub`. */
type Claims = Record<string, unknown>

/** What to do with the next requests for a path, such as '/token', instead of answering them. */
type Fault = (request: IncomingMessage, response: ServerResponse) => void

const client = { id: 'stable-housing', secret: 'only-for-tests-only-for-tests-only-for-tests' } as const

/**
 * `oidc-provider`, a certified OpenID Connect provider, over http on this machine. People sign in with any password in its
 * own forms, and `sub` is the login name.
 */
export async function startIdentityProvider({
  publicUrls = ['http://localhost:3000'],
  port = 0,
  configuration = {},
}: {
  publicUrls?: string[]
  port?: number
  configuration?: object
} = {}) {
  const people = new Map<string, Claims>()
  const faults = new Map<string, Fault>()
  /** Every request line that it received, with body. */
  const received: string[] = []
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  let changeToken: ((claims: JWTPayload) => JWTPayload | Promise<string | JWTPayload>) | undefined
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    received.push(`${request.method} ${request.url}`)
    const fault = faults.get(path)
    if (fault) return fault(request, response)
    if (path === '/token' && changeToken) rewrite(response, changeToken)
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const keys = [await newKey()]

  /** The provider itself; anew for other keys, which ends what was begun. */
  async function begin() {
    // It has no types.
    const name = 'oidc-provider'
    const { default: Provider } = await import(name)
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: publicUrls.map((url) => `${url}/sign-in`),
          post_logout_redirect_uris: publicUrls.map((url) => `${url}/login`),
        },
      ],
      jwks: { keys: keys.slice(0, 1) },
      cookies: { keys: ['only for tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600 },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...people.get(id) }),
      }),
      ...configuration,
    })
    handle = provider.callback()
  }
  await begin()

  /** Replaces the ID token in the answer. */
  function rewrite(response: ServerResponse, change: NonNullable<typeof changeToken>): void {
    const end = response.end.bind(response)
    Object.assign(response, {
      async end(body: string | Buffer) {
        const answer = JSON.parse(String(body))
        const [, payload = ''] = answer.id_token.split('.')
        const changed = await change(JSON.parse(Buffer.from(payload, 'base64url').toString()))
        const id_token = typeof changed === 'string' ? changed : await sign(changed)
        const text = JSON.stringify({ ...answer, id_token })
        response.setHeader('content-length', Buffer.byteLength(text))
        end(text)
      },
    })
  }

  async function sign(claims: JWTPayload, key = keys[0], alg = 'RS256'): Promise<string> {
    if (!key) throw new Error('there is no key')
    return await new SignJWT(claims)
      .setProtectedHeader({ alg, kid: String(key.kid) })
      .sign(await importJWK(key, alg))
  }

  return {
    issuer,
    client,
    people,
    faults,
    received,
    sign,
    newKey,
    /** Changes the ID tokens of the next answers; a text replaces the whole token. */
    set changeToken(change: typeof changeToken) {
      changeToken = change
    },
    /** Signs with a new key from now on, and no longer publishes the one before. */
    async changeKeys() {
      keys.unshift(await newKey())
      await begin()
    },
    /** Signs in there, in a browser of its own or the given one. Returns the query string that it returns with. */
    async signIn(url: string, login: string, browser = newBrowser()): Promise<string> {
      let response = await browser.get(url)
      for (let step = 0; step < 12; step += 1) {
        const location = response.headers.get('location')
        if (location) {
          const next = new URL(location, issuer)
          if (next.origin !== new URL(issuer).origin) return next.search
          response = await browser.get(next.href)
          continue
        }
        const form = await response.text()
        const action = /<form[^>]* action="([^"]+)"/.exec(form)?.[1]
        const prompt = /name="prompt" value="(\w+)"/.exec(form)?.[1]
        if (!action || !prompt) throw new Error(`the provider shows ${response.status} ${form.slice(0, 500)}`)
        response = await browser.post(new URL(action, issuer).href, { prompt, login, password: 'anything' })
      }
      throw new Error('the provider does not return')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg: 'RS256', use: 'sig', kid: await calculateJwkThumbprint(jwk) }
}

/** The cookies of one browser. */
export function newBrowser() {
  const cookies = new Map<string, string>()
  async function send(url: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return response
  }
  return {
    get: (url: string) => send(url),
    post: (url: string, form: Record<string, string>) =>
      send(url, { method: 'POST', body: new URLSearchParams(form) }),
  }
}
