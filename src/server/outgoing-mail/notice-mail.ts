import type { Organization } from '#contract/organization/schema.ts'
import { asHtml } from '#server/http/as-html.ts'
import { buttonTo, letterHtml, linkAsText, paragraph, signatureOf } from './letter-frame.ts'
import type { MailText } from './link-mail.ts'
import type { PreparedNotice } from './notice-store.ts'
import { mailWording, noticeWording } from './wording.en.ts'

interface Facts {
  notice: PreparedNotice
  /** Where the messages are read. */
  link: string
  organization: Pick<Organization, 'name' | 'address' | 'phones'>
}

/** Tells staff that somebody wrote: who, and nothing else of it. */
export function noticeMail({ notice, link, organization }: Facts): MailText {
  const { subject, arrived, read } = noticeWording[notice.more ? 'several' : 'one']
  const told = arrived(notice.messageFrom)
  const why = noticeWording.why(organization.name)
  const sender = signatureOf(organization)
  return {
    subject,
    text: `${[told, `${read} ${link}`, why, sender.join('\n')].join('\n\n')}\n`,
    html: letterHtml({
      subject,
      sender,
      content: [
        paragraph(asHtml(told)),
        paragraph(asHtml(read), 24),
        paragraph(buttonTo(link, noticeWording.button), 24),
        paragraph(asHtml(why)),
        linkAsText(link, mailWording.linkAsText),
      ],
    }),
  }
}
