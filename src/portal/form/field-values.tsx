import { formatPhone } from '#contract/phone-number.ts'
import {
  comparable,
  type FieldValue,
  type NameOf,
  namesOf,
  type RecordField,
  type RecordFields,
  type ValuesOf,
} from '#contract/record-field.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { EmailLink, PhoneLink } from '#portal/screen/person.tsx'
import type { FormValues } from './form-values.ts'

/* Values of a record's fields (`contract/record-field.ts`) as texts of a form, and as people read them. */

/** The texts in a form: '' where there is nothing. Without a record, all are empty. */
export function formValues<Fields extends RecordFields>(
  fields: Fields,
  record: ValuesOf<Fields> = {},
): FormValues<NameOf<Fields>> {
  const texts = namesOf(fields).map((name) => {
    const text = formText(record[name])
    return [name, fields[name]?.kind === 'phone' ? formatPhone(text) : text]
  })
  return Object.fromEntries(texts) as FormValues<NameOf<Fields>>
}

const yesNo = { yes: 'Yes', no: 'No' }

/** A list is one text, whatever its order. */
function formText(value: FieldValue | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(comparable(value) ?? '')
}

/** What can be chosen for a field, by its text in the form. */
export const choicesOf = ({ kind, choices = {} }: RecordField): Readonly<Record<string, string>> =>
  kind === 'yes-no' ? yesNo : choices

/** A text of the form, which isn't empty, as people read it. */
export function shownText(field: RecordField, text: string): string {
  if (field.kind === 'phone') return formatPhone(text)
  if (field.kind === 'date') return longCalendarDate(text)
  return choicesOf(field)[text] ?? text
}

/** A stored value as people read it; nothing if it is empty. */
export function ShownValue({ field, value }: { field: RecordField; value: FieldValue }) {
  const text = formText(value)
  if (text === '') return null
  if (field.kind === 'phone') return <PhoneLink phone={text} />
  if (field.kind === 'email') return <EmailLink address={text} />
  return <span dir={field.dir}>{shownText(field, text)}</span>
}
