import { useState } from 'react'
import { type DraftSubject, draftKey, readDraft, submissionKey, writeDraft } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { isFailure } from './call-failure.ts'

interface Sent {
  idempotencyKey: string
  content: string
}

/** Submissions in progress, by their storage key: they go on when the form is left. */
const pending = new Map<string, { content: string; item: Promise<unknown> }>()

/** Whether the draft is being sent, perhaps by a form that was left. */
export const isSubmitting = (draftKey: string): boolean => pending.has(submissionKey(draftKey))

/**
 * Sends what creates a record, with an Idempotency-Key (docs/decisions/0050). The key is kept beside the draft: the same
 * content sent again has the same key, also after a reload, and other content a new one.
 */
export function createSubmission(draftKey: string) {
  const storageKey = submissionKey(draftKey)
  let sent = readSent(storageKey)

  function keyFor(content: string): string {
    if (sent?.content !== content) {
      sent = { idempotencyKey: newKey(), content }
      writeDraft(storageKey, JSON.stringify(sent))
    }
    return sent.idempotencyKey
  }

  function forget(idempotencyKey: string) {
    sent = undefined
    // A form that was opened in the meantime may have sent something else.
    if (readSent(storageKey)?.idempotencyKey === idempotencyKey) writeDraft(storageKey, '')
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
      // The record of an earlier try may have been deleted since: then this one is new.
      if (!isRepeated || !isFailure(error, 'not-found')) throw error
      forget(idempotencyKey)
      return await submit(content, send)
    }
  }

  return async <Item>(body: object, send: (idempotencyKey: string) => Promise<Item>): Promise<Item> => {
    const content = JSON.stringify(body)
    const same = pending.get(storageKey)
    if (same?.content === content) {
      await same.item
      sent = undefined
      // Of the same draft, so of the same type.
      return same.item as Promise<Item>
    }
    const item = submit(content, send).finally(() => {
      if (pending.get(storageKey)?.item === item) pending.delete(storageKey)
    })
    pending.set(storageKey, { content, item })
    return await item
  }
}

export function useSubmission(subject: DraftSubject) {
  const { sub } = useSession()
  const [submit] = useState(() => createSubmission(draftKey(sub, subject)))
  return submit
}

function readSent(storageKey: string): Sent | undefined {
  return JSON.parse(readDraft(storageKey) || 'null') ?? undefined
}

/** Not `crypto.randomUUID`, which needs https. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

const mostTries = 10

/** The server may still be working on a try from before a reload. */
async function retryWhileInProgress<Item>(send: () => Promise<Item>): Promise<Item> {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!isFailure(error, 'request-in-progress') || tries === mostTries) throw error
      const seconds = error.retryAfter ?? 1
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}
