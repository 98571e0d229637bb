import type { FailureReply } from '#contract/failures.ts'
import { failures } from '#contract/failures.ts'
import { plural } from '#portal/screen/plural.ts'
import { screenWording } from '#portal/screen/wording.ts'

const noAnswer = 'The server does not answer. Wait a moment and try again.'

/** Failures that no server could name: none was reached, or what answered was not ours. */
const ownFailures = {
  offline: `${screenWording.offline} ${screenWording.offlineDetail}`,
  'no-answer': noAnswer,
  'timed-out': noAnswer,
  'unreadable-answer': failures['server-failure'].message,
} as const

type OwnCode = keyof typeof ownFailures

/** How a call failed: `message` is a sentence for people, `code` a word to decide by. */
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
  /** Seconds until another try makes sense, if the server said so. */
  readonly wait: number | undefined

  constructor(reply: FailureReply, status: number, answered: boolean, wait?: number) {
    super(reply.message)
    this.code = reply.code
    this.status = status
    this.fields = reply.fields ?? {}
    this.current = reply.current
    this.answered = answered
    this.wait = wait
  }
}

export function failureWithoutAnswer(code: OwnCode, status = 0): CallFailure {
  return new CallFailure({ code, message: ownFailures[code] }, status, false)
}

/**
 * Reads a refusal. Its sentence counts, whoever wrote it (§8); a gateway's page or half an answer becomes one with a sentence
 * of our own.
 */
export async function failureOfResponse(response: Response): Promise<CallFailure> {
  const reply: unknown = await response.json().catch(() => undefined)
  if (!isFailureReply(reply)) return failureWithoutAnswer('unreadable-answer', response.status)
  return new CallFailure(
    { code: 'unnamed', ...reply },
    response.status,
    true,
    secondsOf(response.headers.get('retry-after')),
  )
}

/** Checked by hand: every screen loads this file, and only forms need the schemas. */
function isFailureReply(value: unknown): value is Omit<FailureReply, 'code'> & { code?: string } {
  const reply = value as Partial<FailureReply> | null | undefined
  const fields: unknown = reply?.fields ?? {}
  return (
    typeof reply?.message === 'string' &&
    ['string', 'undefined'].includes(typeof reply.code) &&
    typeof fields === 'object' &&
    Object.values(fields ?? {}).every((sentence) => typeof sentence === 'string')
  )
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}

export function isFailure(error: unknown, code: string): error is CallFailure {
  return error instanceof CallFailure && error.code === code
}

/** No answer came that could be understood: what was asked for may have been done all the same. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CallFailure && !error.answered
}

/** For a deletion: what is gone already need not be deleted. */
export function unlessGone(error: unknown): void {
  if (!isFailure(error, 'not-found')) throw error
}

/**
 * What to tell about any error: calls fail with sentences, everything else is a fault of ours. `better` is what the
 * screen can say of a failure by its code.
 */
export function sentenceOf(error: unknown, better: Readonly<Record<string, string>> = {}): string {
  if (!(error instanceof CallFailure)) return ownFailures['unreadable-answer']
  return better[error.code] ?? [error.message, waitOf(error)].filter(Boolean).join(' ')
}

/** How long to wait, for whoever has tried too often. */
export function waitOf(error: unknown): string | undefined {
  if (!isFailure(error, 'too-many-requests') || !error.wait) return undefined
  const wait =
    error.wait < 90
      ? plural(error.wait, 'second', 'seconds')
      : plural(Math.ceil(error.wait / 60), 'minute', 'minutes')
  return `You can try again in ${wait}.`
}

/** Trying once more makes sense: the same request might get another answer. Whoever has waited in vain decides alone. */
export function mayPassByItself(error: unknown): boolean {
  if (!(error instanceof CallFailure) || error.code === 'timed-out') return false
  return error.status === 0 || error.status >= 500
}
