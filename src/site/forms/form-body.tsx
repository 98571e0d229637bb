import './form-page.css'
import type { Form } from '#contract/forms/form.ts'
import type { PageProps } from '#site/page.ts'
import { BackLink } from '#site/shell/back-link.tsx'
import { callAddress } from '#site/shell/call-address.ts'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { FileEntry } from './file-entry.tsx'
import { FormSectionText } from './form-section.tsx'
import { formPageWording as wording } from './wording.en.ts'

/** The form as a page: how to fill it in and send it, what it asks, and the file itself. */
export function FormBody({ form, organization, hasPage }: PageProps & { form: Form }) {
  const {
    address,
    fax,
    phones: [phone],
  } = organization
  const { how, send } = wording
  return (
    <article className="site-page form-page">
      {hasPage(form.service) && <BackLink href={form.service} label={wording.back} />}
      <h1>{form.title}</h1>
      <p>{form.purpose}</p>
      <div className="form-page-columns">
        <div>
          <FileEntry form={form} onItsPage />
          <h2>{how.title}</h2>
          <ul>
            {phone && (
              <li>
                {how.together} <a href={callAddress(phone.number)}>{phone.number}</a>
              </li>
            )}
            <li>{how.screen}</li>
            <li>{how.paper}</li>
            <li>{how.skip}</li>
          </ul>
          <h2>{send.title}</h2>
          <ul>
            <li>{send.post(address.join(', '))}</li>
            {fax && (
              <li>
                <UnbrokenText text={send.fax(fax)} />
              </li>
            )}
            <li>{send.email}</li>
          </ul>
          <h2>{wording.bring}</h2>
          <ul>
            {form.bring.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </div>
        <div>
          <h2>{wording.asks}</h2>
          {form.sections.map((section) => (
            <FormSectionText key={section.id} section={section} />
          ))}
        </div>
      </div>
    </article>
  )
}
