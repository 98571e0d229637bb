import { submissionKey } from '#portal/session/draft.ts'
import { tabStorage } from '#portal/session/tab-storage.ts'
import { isFailure } from './call-failure.ts'

interface Sent {
  idempotencyKey: string
  content: string
}

/**
 * Sends what creates a record, with an Idempotency-Key (docs/decisions/0050). The key is kept beside the draft: the same
 * content sent again has the same key, also after a reload, and other content a new one.
 */
export function submissionOf(draftKey: string) {
  const storageKey = submissionKey(draftKey)
  let sent = readSent(storageKey)

  function keyFor(content: string): string {
    if (sent?.content !== content) {
      sent = { idempotencyKey: newKey(), content }
      tabStorage.write(storageKey, JSON.stringify(sent))
    }
    return sent.idempotencyKey
  }

  return async <Item>(body: object, send: (idempotencyKey: string) => Promise<Item>): Promise<Item> => {
    const idempotencyKey = keyFor(JSON.stringify(body))
    const item = await retryWhileInProgress(() => send(idempotencyKey))
    sent = undefined
    // A form that was opened in the meantime may have sent something else.
    if (readSent(storageKey)?.idempotencyKey === idempotencyKey) tabStorage.remove(storageKey)
    return item
  }
}

function readSent(storageKey: string): Sent | undefined {
  return JSON.parse(tabStorage.read(storageKey) ?? 'null') ?? undefined
}

/** Not `crypto.randomUUID`, which browsers offer on https only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

const mostTries = 10

/** An earlier try of which the browser no longer knows may still be running. */
async function retryWhileInProgress<Item>(send: () => Promise<Item>): Promise<Item> {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!isFailure(error, 'request-in-progress') || tries === mostTries) throw error
      const seconds = error.wait ?? 1
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}
