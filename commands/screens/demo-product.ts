import { join } from 'node:path'
import type { Role } from '#contract/access/roles.ts'
import { type ClientPage, clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { StartFailure } from '#server/start-failure.ts'
import { startCommand } from '../trial/child.ts'
import type { Cleanup } from '../trial/cleanup.ts'
import { newHousehold } from '../trial/household.ts'

/** A demo that runs on a port of its own, and whose people can be signed in. */
export interface DemoProduct {
  url: string
  /** A client with many notes. */
  clientId: string
  /** What the browser stores for somebody of that role who has just signed in. */
  session(role: Role): Promise<Record<string, string>>
}

export async function startDemo(cleanup: Cleanup): Promise<DemoProduct> {
  const { dataDir, url, env } = await newHousehold(cleanup)
  // The demo adds '-demo' to the name; inside the household's folder it goes with that.
  const child = startCommand(cleanup, { ...env, DATA_DIR: join(dataDir, 'data') }, 'commands/demo.ts')
  const printed = await new Promise<string>((ready, fail) => {
    let said = ''
    child.stdout?.on('data', (part) => {
      said += part
      if (/^Ready on /m.test(said)) ready(said)
    })
    child.on('error', fail)
    child.on('exit', () => fail(new StartFailure(`The demo did not start.\n${said}`)))
  })
  const signIns = readSignIns(printed)
  const stored = new Map<Role, Promise<Record<string, string>>>()
  const session = (role: Role) => {
    const known = stored.get(role) ?? signIn(url, signIns, role)
    stored.set(role, known)
    return known
  }
  return {
    url,
    clientId: await someClient(url, await session('manager')),
    session,
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
  const { path, method } = sessionEndpoints.login
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { token } = sessionEndpoints.login.reply.parse(await reply.json())
  return { [storageKeys.token]: token, [storageKeys.role]: role, [storageKeys.email]: account.email }
}

/** The one with the most notes among a page of clients. */
async function someClient(url: string, stored: Record<string, string>): Promise<string> {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${stored[storageKeys.token]}` }
    return await (await fetch(`${url}/api${path}`, { headers })).json()
  }
  const { items }: ClientPage = await get(`${clientEndpoints.list.path}?limit=20`)
  const counted = await Promise.all(
    items.map(async ({ id }) => ({
      id,
      notes: (await get(noteEndpoints.list.path.replace(':id', id))).length,
    })),
  )
  const [most] = counted.sort((one, other) => other.notes - one.notes)
  if (!most) throw new Error('the demo has no client')
  return most.id
}
