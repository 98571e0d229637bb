import { submissionKey } from '#portal/session/draft.ts'
import { tabStorage } from '#portal/session/tab-storage.ts'
import { isFailure } from './call-failure.ts'

interface Sent {
  idempotencyKey: string
  content: string
}

/** What is being sent, by the storage key of its submission: it goes on when the form is left. */
const underWay = new Map<string, { content: string; item: Promise<unknown> }>()

/** Whether the draft is being sent at this moment, by a form that may have been left. */
export const isUnderWay = (draftKey: string): boolean => underWay.has(submissionKey(draftKey))

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

  function forget(idempotencyKey: string) {
    sent = undefined
    // A form that was opened in the meantime may have sent something else.
    if (readSent(storageKey)?.idempotencyKey === idempotencyKey) tabStorage.remove(storageKey)
  }

  async function submit<Item>(
    content: string,
    send: (idempotencyKey: string) => Promise<Item>,
  ): Promise<Item> {
    const isRepeated = sent?.content === content
    const idempotencyKey = keyFor(content)
    try {
      const item = await retryWhileInProgress(() => send(idempotencyKey))
      forget(idempotencyKey)
      return item
    } catch (error) {
      // What an earlier try stored may have been deleted since: then the same is sent as something new.
      if (!isRepeated || !isFailure(error, 'not-found')) throw error
      forget(idempotencyKey)
      return await submit(content, send)
    }
  }

  return async <Item>(body: object, send: (idempotencyKey: string) => Promise<Item>): Promise<Item> => {
    const content = JSON.stringify(body)
    const same = underWay.get(storageKey)
    if (same?.content === content) {
      await same.item
      sent = undefined
      // Of the same draft, so it is the same kind of record.
      return same.item as Promise<Item>
    }
    const item = submit(content, send).finally(() => {
      if (underWay.get(storageKey)?.item === item) underWay.delete(storageKey)
    })
    underWay.set(storageKey, { content, item })
    return await item
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
