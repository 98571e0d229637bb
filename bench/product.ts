import { randomBytes } from 'node:crypto'
import { startProgram } from '#commands/trial/child.ts'
import type { Cleanup } from '#commands/trial/cleanup.ts'
import type { Household } from '#commands/trial/household.ts'
import { post, sendJson } from './http.ts'

export interface Account {
  email: string
  password: string
  /** Of living sessions: one for each of the usual callers. */
  tokens: string[]
}

export interface Product {
  url: string
  pid: number
  account: Account
}

const sessions = 20

/** Brings the product up as `npm start` does, and signs its first super-admin in. */
export async function startProduct(household: Household, cleanup: Cleanup): Promise<Product> {
  const { url, env } = household
  const child = await startProgram(cleanup, env, 'server')
  const link = await new Promise<string>((ready, failed) => {
    let printed = ''
    child.stdout?.on('data', (part) => {
      printed += part
      const link = /^Create the first super-admin: (\S+)$/m.exec(printed)?.[1]
      if (link && /^Ready on /m.test(printed)) ready(link)
    })
    child.on('exit', (code) =>
      failed(new Error(`The product ended with ${code} before it was ready.\n${printed}`)),
    )
  })
  return { url, pid: child.pid ?? 0, account: await signIn(url, link) }
}

async function signIn(url: string, link: string): Promise<Account> {
  const email = 'admin@example.org'
  const password = randomBytes(18).toString('base64url')
  const linkToken = new URL(link).searchParams.get('token')
  await sendJson(url, post('/api/auth/save', { token: linkToken, password }))
  const tokens: string[] = []
  for (let count = 0; count < sessions; count += 1) {
    const { token } = await sendJson<{ token: string }>(url, post('/api/auth/login', { email, password }))
    tokens.push(token)
  }
  return { email, password, tokens }
}

/** A long run must not count as idleness (decision 42). */
export async function stayActive({ url, account }: Product): Promise<void> {
  for (const token of account.tokens) {
    await sendJson(url, post('/api/auth/activity', {}, { authorization: `Bearer ${token}` }))
  }
}
