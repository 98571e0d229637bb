import type { ContactField } from '#contract/contact-messages/form.ts'

/** Milliseconds; who hears nothing for longer is told that it failed. */
const patience = 20_000

export type Outcome = {
  sent: boolean
  /** What is wrong, by field. */
  fields?: Partial<Record<ContactField, string>>
  /** Why it failed, where the person can do something about it. */
  reason?: string
  /** Another message was stored under the key. */
  isKeyReused?: boolean
}

/** Never rejects: a network that is away, or an answer that nobody understands, is a failure like others. */
export async function sendMessage(address: string, values: object, key: string): Promise<Outcome> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), patience)
  try {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
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
