/** What is thrown by nodemailer, or by the file system where mails become files. */
type Thrown = Partial<{
  code: string
  /** What the code was before nodemailer set its own, such as ECONNREFUSED. */
  originalCode: string
  responseCode: number
  response: string
  command: string
  /** The server's answer is 5xx and stays so. */
  permanent: boolean
  timeoutType: string
}>

export interface DeliveryError {
  /** Trying again is of no use. */
  isFinal: boolean
  /** The server could not be reached, or did not greet: it would do the same to any other mail. */
  isUnreachable: boolean
  /** One short line that the super-admin may see: it holds no password and no user name. */
  problem: string
  /** For the log, without any address: 'EENVELOPE 550 RCPT TO'. */
  logged: string
}

const longestProblem = 300

/** What the server says of this one mail. What it says to a greeting or a sign-in it says of all. */
const aboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** 'Sign in first', 'use encryption first': the operator can mend that, whenever it is said. */
const signInWanted = new Set([530, 534, 535, 538])

export function deliveryError(error: unknown): DeliveryError {
  const thrown = (error instanceof Error ? error : new Error()) as Error & Thrown
  const { code, originalCode, responseCode, command, name } = thrown
  return {
    isFinal: isFinal(thrown),
    isUnreachable: isServerUnreachable(thrown),
    problem: problemOf(thrown),
    logged: [code, originalCode, responseCode, command].filter(Boolean).join(' ') || name,
  }
}

function isFinal({ code, responseCode, command = '', permanent }: Thrown): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE'
  return permanent === true && aboutTheMail.has(command) && !signInWanted.has(responseCode)
}

/** A line that breaks in the middle of a mail may be that mail's fault. */
function isServerUnreachable({ code = '', originalCode = '', timeoutType }: Thrown): boolean {
  if (code === 'ETIMEDOUT') return timeoutType !== 'SOCKET_TIMEOUT'
  return code === 'EDNS' || silent.includes(originalCode)
}

function problemOf(thrown: Thrown): string {
  const { code, responseCode, response } = thrown
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return `The mail server refused the sign-in${responseCode ? ` (${responseCode})` : ''}.`
  }
  if (responseCode && response) return oneLine(response)
  return inPlainWords(thrown)
}

/** The whole is cut at so many code points, so that no letter is torn apart. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, longestProblem).join('')
}

const silent = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']
const fullOrClosed = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EISDIR']

function inPlainWords({ code = '', originalCode = '', timeoutType }: Thrown): string {
  if (timeoutType === 'SOCKET_TIMEOUT') return 'The mail server stopped answering.'
  if (code === 'ETIMEDOUT' || silent.includes(originalCode)) return 'The mail server does not answer.'
  if (code === 'EDNS') return 'The name of the mail server is not known.'
  if (code === 'ETLS' || /CERT|SSL|TLS/.test(originalCode)) {
    return 'The connection to the mail server could not be encrypted.'
  }
  if (code === 'ECONNECTION' || code === 'ESOCKET') return 'The mail server ended the connection.'
  if (code === 'EENVELOPE') return 'No mail can be sent to this address.'
  if (fullOrClosed.includes(code)) return 'The file with the mail could not be written.'
  return 'The mail could not be handed over.'
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A little less than a minute, because the worker looks every few seconds only. */
const longestAtFirst = 50 * second
/** A server that was silent for long is left alone for so long, however much time is up. */
const shortestWait = 5 * second

/** Milliseconds after which a mail that could not be handed over counts as refused. */
const longestWait = 3 * 24 * hour

interface Attempt {
  createdAt: Date
  /** With the one that failed. */
  attempts: number
  startedAt: Date
}

/**
 * When a mail that could not be handed over for now is tried again: after 15 seconds, then 30, then at least every minute
 * for an hour, then ever less often up to every 15 minutes. Undefined after three days: it is given up.
 */
export function nextAttempt({ createdAt, attempts, startedAt }: Attempt, now: Date): Date | undefined {
  const age = now.getTime() - createdAt.getTime()
  if (age >= longestWait) return undefined
  const atFirst = Math.min(longestAtFirst, 15 * second * 2 ** (attempts - 1))
  const wait = age < hour ? atFirst : Math.max(atFirst, Math.min(15 * minute, age / 60))
  // From its start: an attempt that took long was long enough a wait.
  return new Date(Math.max(now.getTime() + shortestWait, startedAt.getTime() + wait))
}
