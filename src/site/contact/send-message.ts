import type { ContactField } from '#contract/contact-messages/form.ts'
import { authorization } from '../shell/stored-token.ts'

/** Milliseconds without a response after which sending has failed. */
const timeout = 20_000

export type Outcome = {
  sent: boolean
  fields?: Partial<Record<ContactField, string>>
  /** Why it failed, if the sender can do something about it. */
  reason?: string
  /** A different message was stored under the key. */
  isKeyReused?: boolean
}

/** Never rejects: a network error and an unreadable response count as failures. */
export async function sendMessage(address: string, values: object, key: string): Promise<Outcome> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), timeout)
  try {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...authorization() },
      body: JSON.stringify(values),
      signal: waiting.signal,
    })
    if (reply.status === 201) return { sent: true }
    const { message, fields } = await reply.json()
    if (reply.status === 422) return { sent: false, isKeyReused: true }
    return { sent: false, fields, reason: reply.status < 500 ? message : undefined }
  } catch {
    return { sent: false }
  } finally {
    clearTimeout(timer)
  }
}
