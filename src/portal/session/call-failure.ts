import { type FailureReply, failureReply, failures } from '#contract/failures.ts'

const noAnswer = 'The server does not answer. Wait a moment and try again.'

/** Failures that no server could name: none was reached, or what answered was not ours. */
const ownFailures = {
  offline: 'You seem to be offline. Check your connection and try again.',
  'no-answer': noAnswer,
  'timed-out': noAnswer,
  'unreadable-answer': failures['server-failure'].message,
} as const

type OwnCode = keyof typeof ownFailures

/** How a call failed: `message` is a sentence for people, `code` a word to decide by (decision 33). */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The newer record, with a version conflict. */
  readonly current: unknown
  /** Whether the sentence is the server's. */
  readonly answered: boolean

  constructor(reply: FailureReply, status: number, answered: boolean) {
    super(reply.message)
    this.code = reply.code
    this.status = status
    this.fields = reply.fields ?? {}
    this.current = reply.current
    this.answered = answered
  }
}

export function failureWithoutAnswer(code: OwnCode, status = 0): CallFailure {
  return new CallFailure({ code, message: ownFailures[code] }, status, false)
}

/** Reads a refusal; a gateway's page or half an answer becomes one with a sentence of our own. */
export async function failureOfResponse(response: Response): Promise<CallFailure> {
  const reply = failureReply.safeParse(await response.json().catch(() => undefined))
  if (!reply.success) return failureWithoutAnswer('unreadable-answer', response.status)
  return new CallFailure(reply.data, response.status, true)
}

export function isFailure(error: unknown, code: string): error is CallFailure {
  return error instanceof CallFailure && error.code === code
}

/** What to tell about any error: calls fail with sentences, everything else is a fault of ours. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallFailure ? error.message : ownFailures['unreadable-answer']
}

/** Trying once more makes sense: the same request might get another answer. Whoever has waited in vain decides alone. */
export function mayPassByItself(error: unknown): boolean {
  if (!(error instanceof CallFailure) || error.code === 'timed-out') return false
  return error.status === 0 || error.status >= 500
}
