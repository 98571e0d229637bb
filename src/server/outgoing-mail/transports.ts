import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { replaceFile } from '#server/atomic-files.ts'

export interface ComposedMail {
  id: string
  createdAt: Date
  message: SendMailOptions
}

/** Hands a mail over; what it throws is for `deliveryError`. */
export type Transport = (mail: ComposedMail) => Promise<void>

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
const onlyWhatIsWritten = { disableFileAccess: true, disableUrlAccess: true }

/**
 * Hands mails to the server of SMTP_URL, encrypted where it can. To another machine a password goes encrypted or not at
 * all, and certificates count; on this machine neither matters. What SMTP_URL says (`?requireTLS=false`) comes first.
 */
export function smtpTransport(smtpUrl: string): Transport {
  const { username, hostname } = new URL(smtpUrl)
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
  const encryption = isThisMachine ? { tls: { rejectUnauthorized: false } } : { requireTLS: username !== '' }
  const transport = createTransport({ ...timeouts, ...onlyWhatIsWritten, ...encryption, url: smtpUrl })
  return async ({ message }) => {
    await transport.sendMail(message)
  }
}

/** Writes mails as `.eml` files. One that is written again replaces itself: its older link has ended. */
export function fileTransport(folder: string): Transport {
  const transport = createTransport({ ...onlyWhatIsWritten, streamTransport: true, buffer: true })
  return async ({ id, createdAt, message }) => {
    const { message: content } = await transport.sendMail(message)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    replaceFile(join(folder, `${fileTime(createdAt)}-${id}.eml`), content.toString())
  }
}

const fileTime = (time: Date) => time.toISOString().replaceAll(/[:.]/g, '-')
const mailFile = /^\d{4}-\d\d-\d\dT[\d-]{12}Z-[\da-f-]{36}\.eml$/

/** Removes the files of mails that were queued before then, and no other file. */
export function removeFilesBefore(folder: string, before: Date): void {
  const isOld = (name: string) => mailFile.test(name) && name < fileTime(before)
  for (const name of existing(folder).filter(isOld)) rmSync(join(folder, name), { force: true })
}

function existing(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
