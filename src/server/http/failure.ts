import type { Permission } from '#contract/access/permissions.ts'
import type { Mistakes } from '#contract/endpoint.ts'
import { type FailureCode, failures } from '#contract/failures.ts'

interface FailureDetails {
  /** Replaces the code's own sentence by one of a feature's wording. */
  message?: string
  fields?: Mistakes
  /** The newer record, with `version-conflict` (decision 37). */
  current?: unknown
  /** With `not-allowed`, where it is another permission than the endpoint's own. */
  asked?: Permission
  /** Seconds, for the Retry-After header. */
  retryAfter?: number
}

/** An expected way for a call to end other than well. Everything else that is thrown is a `server-failure`. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: FailureDetails

  constructor(code: FailureCode, details: FailureDetails = {}) {
    super(details.message ?? failures[code].message)
    this.code = code
    this.details = details
  }
}

/** Says what is wrong in the message itself when it is one thing, or when `leading` is among the mistakes. */
export function invalidInput(fields: Mistakes, leading?: string): Failure {
  const sentences = Object.values(fields)
  const [only, ...more] = sentences
  const message = sentences.find((sentence) => sentence === leading) ?? (more.length === 0 ? only : undefined)
  return new Failure('invalid-input', message ? { fields, message } : { fields })
}
