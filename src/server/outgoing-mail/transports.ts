import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { replaceFile } from '#server/atomic-files.ts'
import type { Lease } from './lease-store.ts'

/** Hands a mail over; what it throws is for `deliveryError`. */
export type Transport = (message: SendMailOptions, lease: Lease) => Promise<void>

/**
 * Milliseconds. A server that does not greet is given up early enough to be asked again within the minute; one that is
 * silent later is given more time, because giving up might send a mail twice.
 */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 35_000,
  greetingTimeout: 30_000,
  socketTimeout: 120_000,
}

/** Nothing in a message makes nodemailer read a file or load an address. */
const noFilesOrUrls = { disableFileAccess: true, disableUrlAccess: true }

/**
 * Hands mails to the server of SMTP_URL, encrypted where it can. To another machine a password goes encrypted or not at
 * all, and certificates count; on this machine neither matters. What SMTP_URL says (`?requireTLS=false`) comes first.
 */
export function smtpTransport(smtpUrl: string): Transport {
  const { username, hostname } = new URL(smtpUrl)
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
  const encryption = isThisMachine ? { tls: { rejectUnauthorized: false } } : { requireTLS: username !== '' }
  const transport = createTransport({ ...timeouts, ...noFilesOrUrls, ...encryption, url: smtpUrl })
  return async (message) => {
    await transport.sendMail(message)
  }
}

/** Writes mails as `.eml` files. One that is written again replaces itself: its older link has ended. */
export function fileTransport(folder: string): Transport {
  const transport = createTransport({ ...noFilesOrUrls, streamTransport: true, buffer: true })
  return async (message, { id, createdAt }) => {
    const { message: content } = await transport.sendMail(message)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    replaceFile(join(folder, `${fileTime(createdAt)}-${id}.eml`), content.toString())
  }
}

const fileTime = (time: Date) => time.toISOString().replaceAll(/[:.]/g, '-')
const mailFile = /^\d{4}-\d\d-\d\dT[\d-]{12}Z-[\da-f-]{36}\.eml$/

/** Removes the files of mails that were queued before then, and no other file. */
export function removeFilesBefore(folder: string, before: Date): void {
  for (const name of globSync('*.eml', { cwd: folder })) {
    if (mailFile.test(name) && name < fileTime(before)) rmSync(join(folder, name), { force: true })
  }
}

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

/** What nodemailer throws, or the file system where mails become files. */
export function deliveryError(thrown: unknown): DeliveryError {
  const error: NodemailerError = thrown instanceof Error ? thrown : new Error()
  const { code, originalCode, responseCode, command, name } = error
  return {
    isFinal: isFinal(error),
    isUnreachable: isUnreachable(error),
    problem: problemOf(error),
    logged: [code, originalCode, responseCode, command].filter(Boolean).join(' ') || name,
  }
}

/** What the server says of this one mail. What it says to a greeting or a sign-in it says of all. */
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** 'Sign in first', 'use encryption first': the operator can mend that, whenever it is said. */
const signInWanted = new Set([530, 534, 535, 538])

function isFinal({ code, responseCode, command = '', permanent }: NodemailerError): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE'
  return permanent === true && mailCommands.has(command) && !signInWanted.has(responseCode)
}

const unreachable = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** A connection that breaks in the middle of a mail may be that mail's fault. */
function isUnreachable({ code, originalCode = '', timeoutType }: NodemailerError): boolean {
  if (code === 'ETIMEDOUT') return timeoutType !== 'SOCKET_TIMEOUT'
  return code === 'EDNS' || unreachable.includes(originalCode)
}

function problemOf(error: NodemailerError): string {
  const { code = '', originalCode = '', responseCode, response } = error
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return `The mail server refused the sign-in${responseCode ? ` (${responseCode})` : ''}.`
  }
  if (responseCode && response) return oneLine(response)
  if (code === 'EDNS') return 'The name of the mail server is not known.'
  if (isUnreachable(error)) return 'The mail server does not answer.'
  if (code === 'ETIMEDOUT') return 'The mail server stopped answering.'
  if (code === 'ETLS' || /CERT|SSL|TLS/.test(originalCode)) {
    return 'The connection to the mail server could not be encrypted.'
  }
  if (code === 'ECONNECTION' || code === 'ESOCKET') return 'The mail server ended the connection.'
  if (code === 'EENVELOPE') return 'No mail can be sent to this address.'
  if (error.path) return 'The file with the mail could not be written.'
  return 'The mail could not be handed over.'
}

/** At most 300 code points, so that no letter is cut in two. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, 300).join('')
}
