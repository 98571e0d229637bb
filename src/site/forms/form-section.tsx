import type { FormField, FormSection, TableField } from '#contract/forms/form.ts'
import { formPageWording as wording } from './wording.en.ts'

/** A section of the form for people who can't use the PDF: the same questions in the same order. */
export function FormSectionText({ section }: { section: FormSection }) {
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

/** Every row asks the same, so the questions are told once. */
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
