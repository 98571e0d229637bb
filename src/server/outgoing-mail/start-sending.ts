import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Organization } from '#contract/organization/schema.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connection.ts'
import { mailFolder, mailServer, removeLettersBefore } from './carriers.ts'
import { mailboxOf } from './compose-letter.ts'
import { type MailSending, sendContinuously } from './send-mail.ts'

interface Needs {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>
  organization: Organization
  db: Connection
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Through the mail server of SMTP_URL, or into files. */
export function startSending({ config, organization, ...needs }: Needs): MailSending {
  const { smtpUrl, mailFrom, publicUrl, dataDir } = config
  if (!smtpUrl) {
    needs.log.warn('SMTP_URL is not set: mails are not sent but become files in the folder mail of DATA_DIR.')
  }
  const folder = join(dataDir, 'mail')
  return sendContinuously({
    ...needs,
    carry: smtpUrl ? mailServer(smtpUrl) : mailFolder(folder),
    forget: (before) => removeLettersBefore(folder, before),
    sender: { from: mailboxOf(mailFrom, organization), publicUrl, organization },
  })
}
