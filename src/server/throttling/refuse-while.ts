import { Failure } from '#server/http/failure.ts'

/** Refuses who has to wait: 429, with the sentence and so many seconds as Retry-After. 0 is no wait. */
export function refuseWhile(seconds: number, message: string): void {
  if (seconds > 0) throw new Failure('too-many-requests', { message, retryAfter: seconds })
}
