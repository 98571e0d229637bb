import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import { replaceFile } from '#server/atomic-files.ts'
import { attemptTimeout, type QueuedMail } from './delivery-store.ts'

/** Sends a mail; `deliveryError` explains what it throws. */
export type Transport = (message: SendMailOptions, mail: QueuedMail) => Promise<void>

/** Milliseconds until the greeting: short, to retry within a minute. A later retry might send the mail twice. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 35_000 }

/** Keeps nodemailer from reading files or URLs that a message names. */
const noFilesOrUrls = { disableFileAccess: true, disableUrlAccess: true }

/**
 * How mails travel to the server of SMTP_URL. A password, and mail over a public network, in which links to set a password
 * are, require TLS and a valid certificate; on this machine neither matters. Options in SMTP_URL (`?requireTLS=false`)
 * override this.
 */
export function encryptionTo(smtpUrl: string) {
  const { username, hostname } = new URL(smtpUrl)
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)) return { tls: { rejectUnauthorized: false } }
  return { requireTLS: username !== '' || !isInPrivateNetwork(hostname.replace(/^\[|\]$/g, '')) }
}

/** A private address, or a name that only a local network knows. */
function isInPrivateNetwork(host: string): boolean {
  if (!ipaddr.isValid(host)) return !host.includes('.')
  return ['private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(host).range())
}

/**
 * The name that this program greets the mail server with: that of the website, because some servers refuse that of a machine
 * without a domain. Undefined where it has no domain either; `?name=` in SMTP_URL overrides it.
 */
export function greetingName(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl)
  return hostname.includes('.') && !ipaddr.isValid(hostname) ? hostname : undefined
}

/** Sends mails to the server of SMTP_URL. */
export function smtpTransport(smtpUrl: string, publicUrl: string, timeout = attemptTimeout): Transport {
  const options = { ...timeouts, ...noFilesOrUrls, ...encryptionTo(smtpUrl), name: greetingName(publicUrl) }
  return async (message) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ ...options, url: smtpUrl })
    await transport.sendMail({ ...message, signal: AbortSignal.timeout(timeout) })
  }
}

/** Writes mails as `.eml` files. A new attempt replaces the file of the one before. */
export function fileTransport(folder: string): Transport {
  return async (message, { id, createdAt }) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ ...noFilesOrUrls, streamTransport: true, buffer: true })
    const parts = [readablePart('plain', message.text), readablePart('html', message.html)]
    const alternatives = { text: undefined, html: undefined, alternatives: parts }
    const { message: content } = await transport.sendMail({ ...message, ...alternatives })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    replaceFile(join(folder, `${fileTime(createdAt)}-${id}.eml`), content.toString())
  }
}

/** Not quoted-printable, which would break the link in a file that is opened as text. */
function readablePart(type: 'plain' | 'html', text: SendMailOptions['text']) {
  const head = [`Content-Type: text/${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit']
  return { raw: [...head, '', ...String(text).split('\n')].join('\r\n') }
}

const fileTime = (time: Date) => time.toISOString().replaceAll(/[:.]/g, '-')
const mailFile = /^\d{4}-\d\d-\d\dT[\d-]{12}Z-[\da-f-]{36}\.eml$/

/** Removes the files of mails that were queued before `before`, and nothing else of that name. */
export function removeFilesBefore(folder: string, before: Date): void {
  for (const entry of globSync('*.eml', { cwd: folder, withFileTypes: true })) {
    const { name } = entry
    if (entry.isFile() && mailFile.test(name) && name < fileTime(before))
      rmSync(join(folder, name), { force: true })
  }
}

export interface DeliveryError {
  /** A retry is useless. */
  isFinal: boolean
  /** The server could not be reached or did not greet, which affects all mail. */
  isUnreachable: boolean
  /** A short line for super-admins, without password and user name. */
  lastError: string
  /** For the log, without any address: 'EENVELOPE 550 RCPT TO'. */
  logged: string
}

/** An error of nodemailer or, where mails become files, of the file system. */
export function deliveryError(thrown: unknown): DeliveryError {
  const error: NodemailerError = thrown instanceof Error ? thrown : new Error()
  const { code, originalCode, responseCode, command, name } = error
  return {
    isFinal: isFinal(error),
    isUnreachable: isUnreachable(error),
    lastError: describeError(error),
    logged: [code, originalCode, responseCode, command].filter(Boolean).join(' ') || name,
  }
}

/** SMTP commands whose errors affect only this mail; errors of greeting and sign-in affect all. */
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** Replies that require authentication or encryption, which the operator can configure. */
const authenticationCodes = new Set([530, 534, 535, 538])

function isFinal({ code, responseCode, command = '', permanent }: NodemailerError): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE'
  return permanent === true && mailCommands.has(command) && !authenticationCodes.has(responseCode)
}

const unreachable = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** A connection that breaks in the middle of a mail may be that mail's fault. */
function isUnreachable({ code, originalCode = '' }: NodemailerError): boolean {
  return code === 'ETIMEDOUT' || code === 'EDNS' || unreachable.includes(originalCode)
}

function describeError(error: NodemailerError): string {
  const { code = '', originalCode = '', responseCode, response } = error
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return `The mail server rejected the sign-in${responseCode ? ` (${responseCode})` : ''}.`
  }
  if (responseCode && response) return oneLine(response)
  if (code === 'EDNS') return 'The name of the mail server could not be found.'
  if (isUnreachable(error)) return 'The mail server is not responding.'
  if (code === 'EABORT') return 'The mail server stopped answering.'
  if (code === 'ETLS' || /CERT|SSL|TLS/.test(originalCode)) {
    return 'The connection to the mail server could not be encrypted.'
  }
  if (code === 'ECONNECTION' || code === 'ESOCKET') return 'The mail server ended the connection.'
  if (code === 'EENVELOPE') return 'No email can be sent to this address.'
  if (error.path) return 'The email file could not be written.'
  return 'The mail server did not take the email.'
}

/** At most 300, in code points: no letter is cut in two. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, 300).join('')
}
