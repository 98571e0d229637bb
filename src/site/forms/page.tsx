import '#site/shell/text.css'
import './form-page.css'
import type { Form, FormField, FormSection, TableField } from '#contract/forms/form.ts'
import { forms } from '#contract/forms/forms.en.ts'
import type { Page, PageProps } from '#site/page.ts'
import { PhoneLink } from '#site/shell/contact-links.tsx'
import { BackLink } from '#site/shell/opening.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { FileEntry } from './file-entry.tsx'
import { formPageWording as wording } from './wording.en.ts'

/** Each form as a page to read. */
export const formPages: readonly Page[] = forms.map((form) => ({
  path: form.path,
  title: ({ name }) => wording.title(form, name),
  description: () => wording.description(form),
  Body: (props) => <FormBody form={form} {...props} />,
  scripts: ['forms'],
}))

/** How to fill it in and send it, what it asks, and the file itself. */
function FormBody({ form, organization, hasPage }: PageProps & { form: Form }) {
  const { address, fax, phones } = organization
  const { how, send, next } = wording
  const [phone] = phones
  return (
    <article className="site-page site-text form-page">
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
                {how.together} <PhoneLink number={phone.number} />
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
          <h2>{next.title}</h2>
          <p>{next.text}</p>
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

/** The questions of a section in the order of the PDF, for people who can't use it. */
function FormSectionText({ section }: { section: FormSection }) {
  return (
    <section className="form-section">
      <h3>{section.title}</h3>
      {section.office && <p>{wording.office}</p>}
      {section.notice && <p>{section.notice}</p>}
      <ul>
        {section.rows.flat().map((field) => (
          <li key={field.id}>
            <Question field={field} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Question({ field }: { field: FormField }) {
  const answer = answerTo(field)
  return (
    <>
      <strong>{field.spoken ?? field.label}</strong>
      {field.required && ` (${wording.needed})`}
      {field.hint && <p>{field.hint}</p>}
      {answer && <p>{answer}</p>}
      {field.kind === 'table' && <Table field={field} />}
    </>
  )
}

function answerTo(field: FormField): string | null {
  switch (field.kind) {
    case 'choice':
      return wording.one(field.options)
    case 'choices':
      return wording.any(field.options)
    case 'date':
      return wording.date
    case 'checkbox':
      return wording.agree
    case 'signature':
      return wording.signature
    default:
      return null
  }
}

/** Names the rows, then the questions that each row asks. */
function Table({ field }: { field: TableField }) {
  return (
    <>
      <p>{wording.rows(field.rows)}</p>
      <ul>
        {field.columns.map(({ id, label }) => (
          <li key={id}>{label}</li>
        ))}
      </ul>
    </>
  )
}
