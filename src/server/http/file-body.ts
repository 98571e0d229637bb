import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileFields } from '#contract/files/fields.ts'
import { lineText } from '#contract/text.ts'
import { Failure, invalidInput } from './failure.ts'

/* Calls whose body is a file. */

/** Files that this process receives at once: each is in memory. */
const mostAtOnce = 4

const noLength = 'Send a file that is not empty, and its Content-Length.'

/** Returns a function that takes a place for a file until its call is answered, or throws. */
export function filePlaces(app: FastifyInstance): (request: FastifyRequest) => void {
  const taken = new Set<FastifyRequest>()
  // Not `onResponse`, which does not run if the caller has disconnected.
  app.addHook('onSend', async (request) => {
    taken.delete(request)
  })
  return (request) => {
    // In chunks of a byte each, a file would take a hundred times its size in memory.
    if (!(Number(request.headers['content-length']) > 0))
      throw new Failure('malformed-input', { message: noLength })
    if (taken.size === mostAtOnce) throw new Failure('busy', { retryAfter: 5 })
    taken.add(request)
  }
}

const name = lineText(fileFields.name)

/** The name in `Content-Disposition: attachment; filename*=UTF-8''…` (RFC 8187). */
export function nameOfFile(header: string | undefined): string {
  const [, encoded = ''] = /;\s*filename\*=utf-8''([^;\s]*)/i.exec(header ?? '') ?? []
  let typed: string
  try {
    typed = decodeURIComponent(encoded)
  } catch {
    throw invalidInput({ name: 'The name in Content-Disposition is not percent-encoded UTF-8.' })
  }
  const { data, error } = name.safeParse(typed)
  if (error) throw invalidInput({ name: error.issues[0]?.message ?? fileFields.name.required })
  return data
}
