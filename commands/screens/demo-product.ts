import { once } from 'node:events'
import { join } from 'node:path'
import type { Role } from '#contract/access/roles.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import type { EndpointDefinition, ReplyOf, RequestOf } from '#contract/endpoint.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { type AddressParts, requestUrl } from '#portal/calls/request-url.ts'
import { OperatorError } from '#server/operator-error.ts'
import { startProgram } from '../trial/child.ts'
import type { Cleanup } from '../trial/cleanup.ts'
import { newTemporaryInstance } from '../trial/temporary-instance.ts'

/** A demo that runs on a port of its own, and whose people can be signed in. */
export interface DemoProduct {
  url: string
  /** A client with many notes. */
  clientId: string
  /** What the browser stores for somebody of that role who has just signed in. */
  session(role: Role): Promise<Record<string, string>>
  /** A call of that person's, beside the browser. */
  send<E extends EndpointDefinition>(role: Role, endpoint: E, request: RequestOf<E>): Promise<ReplyOf<E>>
  /** `npm run ops -- …` on the demo's database. */
  operate(...parameters: string[]): Promise<void>
}

export async function startDemo(cleanup: Cleanup): Promise<DemoProduct> {
  const { dataDir, url, env } = await newTemporaryInstance(cleanup)
  // The demo adds '-demo' to the name; inside the folder of the instance it goes with that.
  const ownDir = join(dataDir, 'data')
  const child = await startProgram(cleanup, { ...env, DATA_DIR: ownDir }, 'demo')
  const printed = await new Promise<string>((ready, fail) => {
    let said = ''
    child.stdout?.on('data', (part) => {
      said += part
      if (/^Ready on /m.test(said)) ready(said)
    })
    child.on('error', fail)
    child.on('exit', () => fail(new OperatorError(`The demo did not start.\n${said}`)))
  })
  const signIns = readSignIns(printed)
  const stored = new Map<Role, Promise<Record<string, string>>>()
  const session: DemoProduct['session'] = (role) => {
    const known = stored.get(role) ?? signIn(url, signIns, role)
    stored.set(role, known)
    return known
  }
  const send: DemoProduct['send'] = async (role, endpoint, parts) =>
    await request(url, endpoint, parts, (await session(role))[storageKeys.token])
  return {
    url,
    clientId: await someClient(send),
    session,
    send,
    async operate(...parameters) {
      const operation = await startProgram(cleanup, { ...env, DATA_DIR: `${ownDir}-demo` }, 'ops', parameters)
      const [code] = await once(operation, 'exit')
      if (code !== 0) throw new Error(`npm run ops -- ${parameters.join(' ')} ended with ${code}`)
    },
  }
}

/** The lines `Sign in as manager: manager@demo.example birch-canoe-…`, by role. */
function readSignIns(printed: string): Map<string, { email: string; password: string }> {
  const lines = printed.matchAll(/^Sign in as (\S+): (\S+) (\S+)$/gm)
  return new Map([...lines].map(([, role = '', email = '', password = '']) => [role, { email, password }]))
}

async function signIn(
  url: string,
  signIns: ReturnType<typeof readSignIns>,
  role: Role,
): Promise<Record<string, string>> {
  const account = signIns.get(role)
  if (!account) throw new Error(`the demo printed no sign-in for ${role}`)
  const { token } = await request(url, sessionEndpoints.login, { body: account })
  return { [storageKeys.token]: token, [storageKeys.role]: role, [storageKeys.email]: account.email }
}

async function request<E extends EndpointDefinition>(
  url: string,
  endpoint: E,
  parts: RequestOf<E>,
  token?: string,
): Promise<ReplyOf<E>> {
  const { body, ...address } = parts as AddressParts & { body?: unknown }
  const response = await fetch(`${url}${requestUrl(endpoint, address)}`, {
    method: endpoint.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const reply = await response.text()
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${reply}`)
  return (reply ? JSON.parse(reply) : undefined) as ReplyOf<E>
}

/** The one with the most notes among a page of clients. */
async function someClient(send: DemoProduct['send']): Promise<string> {
  const page = await send('manager', clientEndpoints.list, { query: { limit: '20' } })
  if (Array.isArray(page)) throw new Error('a page was asked for')
  const counted = await Promise.all(
    page.items.map(async ({ id }) => {
      const notes = await send('manager', noteEndpoints.list, { params: { id }, query: { limit: '1' } })
      return { id, notes: Array.isArray(notes) ? notes.length : notes.total }
    }),
  )
  const [most] = counted.sort((one, other) => other.notes - one.notes)
  if (!most) throw new Error('the demo has no client')
  return most.id
}
