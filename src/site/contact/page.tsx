import { contactWording } from '#contract/contact-messages/form.ts'
import { publicPaths } from '#contract/paths.ts'
import type { Page, PageProps } from '#site/page.ts'
import { ContactBody, contactHelpId, RefusedContactBody } from './contact-body.tsx'
import { SentAnswer } from './contact-form.tsx'
import { contactPageWording as wording } from './wording.en.ts'

export const contactPage: Page = {
  path: publicPaths.contact,
  title: ({ name }) => wording.title(name),
  description: ({ name }) => wording.description(name),
  Body: ContactBody,
  helpId: contactHelpId,
  scripts: ['contact'],
}

/** The contact page with tokens, which the server fills in when it refuses a message sent without scripts. */
export const refusedContactPage: Page = {
  ...contactPage,
  title: ({ name }) => wording.refused.title(name),
  Body: RefusedContactBody,
  noindex: true,
}

/** Shown after a message was sent without scripts. */
export const contactSentPage: Page = {
  path: publicPaths.contactSent,
  title: ({ name }) => wording.sent.title(name),
  description: ({ name }) => wording.sent.description(name),
  Body: SentBody,
  noindex: true,
}

function SentBody({ organization }: PageProps) {
  return (
    <div className="site-page contact">
      <h1
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: a screen reader starts with the result
        autoFocus
      >
        {contactWording.sent}
      </h1>
      <section className="site-notice contact-answer" aria-labelledby="contact-answer">
        <h2 id="contact-answer">{wording.sent.stays}</h2>
        <SentAnswer organization={organization} />
      </section>
      <p>
        <a className="contact-line" href={publicPaths.home}>
          {wording.sent.home}
        </a>
      </p>
    </div>
  )
}
