import { type ClientsInUse, type FailureReply, type LastChange, ownMessages } from '#contract/failures.ts'
import { plural } from '#portal/screen/plural.ts'
import { screenWording } from '#portal/screen/wording.ts'

const noAnswer = 'The server is not responding. Wait a moment and try again.'

/** Failures without a reply of our server: it was not reached, or something else replied. */
const ownFailures = {
  offline: `${screenWording.offline} ${screenWording.offlineDetail}`,
  'no-answer': noAnswer,
  'timed-out': noAnswer,
  'unreadable-answer': ownMessages.serverFailure,
} as const

type OwnCode = keyof typeof ownFailures

/** A failed call: `message` is a sentence for people, `code` a word for the program. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The newer record, with a version conflict. */
  readonly current: unknown
  /** The ids of the clients because of whom nothing was changed. */
  readonly clients: readonly string[]
  /** The id of the client that has a merged record now. */
  readonly mergedInto: string | undefined
  /** What an account has besides its password. */
  readonly secondSteps: readonly string[]
  /** The clients that keep an import from being undone. */
  readonly inUse: ClientsInUse | undefined
  /** Who made it. */
  readonly changed: LastChange | undefined
  /** Whether the message is the server's. */
  readonly answered: boolean
  /** Seconds until another try makes sense, if the server said so. */
  readonly retryAfter: number | undefined

  constructor(reply: FailureReply, status: number, answered: boolean, retryAfter?: number) {
    super(reply.message)
    this.code = reply.code
    this.status = status
    this.fields = reply.fields ?? {}
    this.current = reply.current
    this.clients = reply.clients ?? []
    this.mergedInto = reply.mergedInto
    this.secondSteps = reply.secondSteps ?? ['app']
    this.inUse = reply.inUse
    this.changed = reply.changed
    this.answered = answered
    this.retryAfter = retryAfter
  }
}

export function failureWithoutAnswer(code: OwnCode, status = 0): CallFailure {
  return new CallFailure({ code, message: ownFailures[code] }, status, false)
}

/**
 * Any JSON message is shown as it is (docs/specification.md §8), whether ours or that of a gateway; other replies get a
 * message of our own.
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

/** No reply that could be read: the request may have succeeded all the same. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CallFailure && !error.answered
}

/** For deletions: the record has already been deleted. */
export function ignoreNotFound(error: unknown): void {
  if (!isFailure(error, 'not-found')) throw error
}

/** The message of any error. `byCode` holds more precise messages of the screen. */
export function errorMessage(error: unknown, byCode: Readonly<Record<string, string>> = {}): string {
  // Anything but a failed call is a bug.
  if (!(error instanceof CallFailure)) return ownFailures['unreadable-answer']
  return byCode[error.code] ?? [error.message, retryAdvice(error)].filter(Boolean).join(' ')
}

/** The reason that follows a sentence, unless both say only that something failed and to try again. */
export function reasonAfter(
  sentence: string,
  error: unknown,
  byCode?: Readonly<Record<string, string>>,
): string | undefined {
  const reason = errorMessage(error, byCode)
  const repeats = reason === ownFailures['unreadable-answer'] && /try again/.test(sentence)
  return repeats ? undefined : reason
}

/** How long to wait after too many tries. */
export function retryAdvice(error: unknown): string | undefined {
  if (!isFailure(error, 'too-many-requests') || !error.retryAfter) return undefined
  const seconds = error.retryAfter
  const wait =
    seconds < 90 ? plural(seconds, 'second', 'seconds') : plural(Math.ceil(seconds / 60), 'minute', 'minutes')
  return `You can try again in ${wait}.`
}

/** Whether to retry by itself. After a timeout, here or in the database, the person has waited long enough and decides. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof CallFailure) || ['timed-out', 'too-slow'].includes(error.code)) return false
  return error.status === 0 || error.status >= 500
}
