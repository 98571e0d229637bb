import type { Organization } from '#contract/organization/schema.ts'
import { asHtml } from '#server/http/as-html.ts'
import { mailWording } from './wording.en.ts'

interface LetterHtml {
  subject: string
  /** HTML, paragraph by paragraph. */
  content: readonly string[]
  /** Lines of text; the first is the sender's name. */
  sender: readonly string[]
}

/**
 * The frame of every mail. No colour but the button’s is set, so that each mail client shows its own, light or dark.
 * Styles stand at their elements, because many clients drop all others.
 */
export function letterHtml({ subject, content, sender }: LetterHtml): string {
  const [name, ...lines] = sender.map(asHtml)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${asHtml(subject)}</title>
<style>:root { color-scheme: light dark; }</style>
</head>
<body style="margin: 0; padding: 0;">
<div style="max-width: 34em; margin: 0 auto; padding: 24px 20px; font: 16px/1.55 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: break-word;">
${content.join('\n')}
<p style="margin: 0; padding-top: 16px; border-top: 1px solid #8a9699; font-size: 14px;"><strong>${name}</strong><br>${lines.join('<br>')}</p>
</div>
</body>
</html>
`
}

/** Who a mail comes from, line by line. */
export function signatureOf({
  name,
  address,
  phones,
}: Pick<Organization, 'name' | 'address' | 'phones'>): string[] {
  return [name, ...address, mailWording.phone(phones[0]?.number ?? '')]
}

/** `html` as a paragraph, with so many pixels below it. */
export function paragraph(html: string, below = 16): string {
  return `<p style="margin: 0 0 ${below}px;">${html}</p>`
}

export function buttonTo(link: string, label: string): string {
  return `<a href="${asHtml(link)}" style="display: inline-block; padding: 12px 24px; border-radius: 8px; background-color: #1a6b80; color: #ffffff; font-weight: 600; text-decoration: none;">${asHtml(label)}</a>`
}

/** The address as text, for whoever can't use the button. */
export function linkAsText(link: string, sentence: string): string {
  const anchor = `<a href="${asHtml(link)}" style="word-break: break-all;">${asHtml(link)}</a>`
  return `<p style="margin: 0 0 24px; font-size: 14px;">${asHtml(sentence)}<br>${anchor}</p>`
}
