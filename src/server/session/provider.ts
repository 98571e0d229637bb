import type { FastifyBaseLogger } from 'fastify'
import type * as OpenIdClient from 'openid-client'
import type { PasswordPolicy } from '#contract/access/passwords.ts'
import { signInPaths } from '#contract/paths.ts'
import { Failure } from '#server/http/failure.ts'

/* Speaks OpenID Connect to the provider of the organization's accounts (docs/decisions/0070). */

/** The settings of the organization's account. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** What people call the provider, such as 'Google'. */
  name: string
  /** Whether an email address counts even if the provider does not say that it is verified. */
  trustsEmail: boolean
  /** Whether the provider, and not this program, asks for a second step. */
  answersForTwoStep: boolean
  /** Whose passwords still work. */
  passwordPolicy: PasswordPolicy
}

/** What has to be kept until the provider answers. */
export interface Begun {
  state: string
  nonce: string
  verifier: string
}

/** Whom the provider has signed in. */
export interface ProviderIdentity {
  issuer: string
  subject: string
  /** Absent if it does not count as the person's own. */
  email?: string | undefined
  /** When the provider asked for the password, in seconds since the epoch, if it says so. */
  authenticatedAt?: number | undefined
}

export interface OrganizationProvider {
  /** With `fresh` the provider asks for the password even if the person is signed in there. */
  begin(fresh: boolean): Promise<Begun & { url: string }>
  /** Checks the query string that the provider returned with, and exchanges it. */
  finish(query: string, begun: Begun): Promise<ProviderIdentity>
  /** Where people sign out of the provider; undefined if it offers that nowhere, or is unavailable. */
  endSessionUrl(): Promise<string | undefined>
}

/** Seconds for each request to the provider, of which finishing makes at most four. */
const timeout = 4
/** Milliseconds after which the provider's description is read again. */
const refreshAfter = 60 * 60 * 1000

/** As OpenID Connect Core defines `sub`. */
const isSubject = /^[\x20-\x7e]{1,255}$/

/** What the library reports when the answer itself is wrong. Anything else means that the provider can't be used. */
const wrongAnswers = new Set([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])
/** Errors of OAuth 2.0 that no new attempt of the same person would mend. */
const providerErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
])

/** For the log: the library's code, or the provider's word if it is one. */
function reasonOf(error: unknown): string {
  const { code, error: word = '', name } = error as { code?: string; error?: string; name: string }
  return /^[a-z_]{1,40}$/.test(word) ? word : (code ?? name)
}

export function organizationProvider(
  { issuer, clientId, clientSecret, trustsEmail }: OidcSettings,
  { publicUrl, log }: { publicUrl: string; log: Pick<FastifyBaseLogger, 'warn'> },
): OrganizationProvider {
  const callback = `${publicUrl}${signInPaths.signIn}`
  const isInsecure = issuer.startsWith('http:')
  let described: { at: number; metadata: Promise<OpenIdClient.ServerMetadata> } | undefined

  /** One request for all who need it within the hour. */
  async function describe(client: typeof OpenIdClient): Promise<OpenIdClient.ServerMetadata> {
    const now = performance.now()
    if (described && now - described.at < refreshAfter) return await described.metadata
    const options = { timeout, ...(isInsecure && { execute: [client.allowInsecureRequests] }) }
    const discovered = client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    const metadata = discovered.then((configuration) => configuration.serverMetadata())
    described = { at: now, metadata }
    return await metadata.catch((error: unknown) => {
      described = undefined
      log.warn({ reason: reasonOf(error) }, 'the provider of the organization’s accounts can’t be used')
      throw new Failure('provider-unavailable')
    })
  }

  /** Without keys of earlier answers: the provider may have changed them since. */
  async function configure() {
    const client = await import('openid-client')
    const configuration = new client.Configuration(await describe(client), clientId, clientSecret)
    configuration.timeout = timeout
    if (isInsecure) client.allowInsecureRequests(configuration)
    client.enableNonRepudiationChecks(configuration)
    return { client, configuration }
  }

  function failureOf(error: unknown): Failure {
    if (error instanceof Failure) return error
    const { code = '', error: word = '' } = error as { code?: string; error?: string }
    log.warn({ reason: reasonOf(error) }, 'signing in with the organization’s account failed')
    if (!wrongAnswers.has(code) || providerErrors.has(word)) return new Failure('provider-unavailable')
    return word === 'access_denied'
      ? new Failure('sign-in-expired', { message: 'You have not been signed in. Start again.' })
      : new Failure('sign-in-expired')
  }

  return {
    async begin(fresh) {
      try {
        const { client, configuration } = await configure()
        const begun = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const { href } = client.buildAuthorizationUrl(configuration, {
          redirect_uri: callback,
          scope: 'openid email',
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
          code_challenge_method: 'S256',
          ...(fresh && { max_age: '0' }),
        })
        return { ...begun, url: href }
      } catch (error) {
        throw failureOf(error)
      }
    },
    async finish(query, { state, nonce, verifier }) {
      try {
        const { client, configuration } = await configure()
        const returned = new URL(callback)
        returned.search = query
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !isSubject.test(claims.sub)) throw new Failure('sign-in-expired')
        const { sub: subject, auth_time } = claims
        // Some providers name the email address in a call of its own only.
        const { userinfo_endpoint } = configuration.serverMetadata()
        const { email, email_verified: isVerified } =
          claims.email === undefined && userinfo_endpoint
            ? await client.fetchUserInfo(configuration, tokens.access_token, subject)
            : claims
        const isOwn = isVerified === true || (trustsEmail && isVerified === undefined)
        return {
          issuer: claims.iss,
          subject,
          email: isOwn && typeof email === 'string' && !email.includes('\0') ? email.trim() : undefined,
          authenticatedAt: auth_time,
        }
      } catch (error) {
        throw failureOf(error)
      }
    },
    async endSessionUrl() {
      try {
        const { client, configuration } = await configure()
        const parameters = { post_logout_redirect_uri: `${publicUrl}${signInPaths.login}` }
        return client.buildEndSessionUrl(configuration, parameters).href
      } catch {
        return undefined
      }
    },
  }
}
