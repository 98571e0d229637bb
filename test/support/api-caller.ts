import { password } from './test-password.ts'

/** Calls the API of the running product over HTTP. */
export function apiCaller(url: string) {
  async function send(
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...more,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      // Shorter than the test's timeout, so that a call without a response fails at its own line.
      signal: AbortSignal.timeout(100_000),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
    return { status: reply.status, body: reply.status === 204 ? undefined : ((await reply.json()) as any) }
  }
  return {
    send,
    /** Follows the link of the first start and signs in. Returns the token. */
    async becomeSuperAdmin(link: string, email = 'admin@example.org'): Promise<string> {
      const token = new URL(link).searchParams.get('token')
      await send('POST', '/auth/save', undefined, { token, password })
      return (await send('POST', '/auth/login', undefined, { email, password })).body.token
    },
  }
}
