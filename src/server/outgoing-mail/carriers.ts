import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { replaceFile } from '#server/lasting-files.ts'

export interface Letter {
  id: string
  createdAt: Date
  message: SendMailOptions
}

/** Takes a letter; a failure is for `deliveryFailure`. */
export type Carrier = (letter: Letter) => Promise<void>

/**
 * Milliseconds: to find a server, and from then until it has greeted, which leaves time to ask it again within the minute;
 * and of silence while it is at work, where giving up early might send a mail twice.
 */
const patience = {
  dnsTimeout: 5_000,
  connectionTimeout: 35_000,
  greetingTimeout: 30_000,
  socketTimeout: 120_000,
}

/** Nothing in a message makes nodemailer read a file or load an address. */
const onlyWhatIsWritten = { disableFileAccess: true, disableUrlAccess: true }

/**
 * Hands letters to the server of SMTP_URL, encrypted where it can. To another machine a password goes encrypted or not at
 * all, and certificates count; on this machine neither matters. What SMTP_URL says (`?requireTLS=false`) comes first.
 */
export function mailServer(smtpUrl: string): Carrier {
  const { username, hostname } = new URL(smtpUrl)
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
  const encryption = isThisMachine ? { tls: { rejectUnauthorized: false } } : { requireTLS: username !== '' }
  const transport = createTransport({ ...patience, ...onlyWhatIsWritten, ...encryption, url: smtpUrl })
  return async ({ message }) => {
    await transport.sendMail(message)
  }
}

/** Writes letters as `.eml` files. A letter that is written again replaces itself: its older link has ended. */
export function mailFolder(folder: string): Carrier {
  const transport = createTransport({ ...onlyWhatIsWritten, streamTransport: true, buffer: true })
  return async ({ id, createdAt, message }) => {
    const { message: content } = await transport.sendMail(message)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    replaceFile(join(folder, `${fileTime(createdAt)}-${id}.eml`), content.toString())
  }
}

const fileTime = (time: Date) => time.toISOString().replaceAll(/[:.]/g, '-')
const letterFile = /^\d{4}-\d\d-\d\dT[\d-]{12}Z-[\da-f-]{36}\.eml$/

/** Removes the letters of mails that were queued before then, and nothing else that somebody put there. */
export function removeLettersBefore(folder: string, before: Date): void {
  const isOld = (name: string) => letterFile.test(name) && name < fileTime(before)
  for (const name of existing(folder).filter(isOld)) rmSync(join(folder, name), { force: true })
}

function existing(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
