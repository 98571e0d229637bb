import { earliestBirthDate } from '#contract/calendar-date.ts'
import { clientFields } from '#contract/clients/fields.ts'
import { clientServices } from '#contract/clients/schema.ts'
import { statusLabels } from '#contract/clients/statuses.ts'
import type { RecordField } from '#contract/person.ts'
import { ChoiceField, FieldGroup, PhoneField } from '#portal/record-form/form-controls.tsx'
import { today } from '#portal/screen/dates.ts'
import { DateField, EmailField, TextField } from '#ui/text-field.tsx'
import type { ClientField } from './client-values.ts'
import type { ClientFormState } from './use-client-form.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form
const { groups } = wording

type FieldsProps = { form: ClientFormState }
type SupportFieldsProps = FieldsProps & {
  /** An imported record may lack its status; the form asks for a real one. */
  lacksStatus: boolean
}

function propsOf(field: ClientField, { textField }: ClientFormState) {
  const { label, hint, max, dir }: RecordField = clientFields[field]
  return { label, hint, maxLength: max, dir, required: true, ...textField(field) }
}

export function PersonFields({ form }: FieldsProps) {
  return (
    <FieldGroup legend={groups.person}>
      <TextField {...propsOf('firstName', form)} />
      <TextField {...propsOf('lastName', form)} />
      <DateField {...propsOf('dateOfBirth', form)} min={earliestBirthDate} max={today()} />
    </FieldGroup>
  )
}

export function ContactFields({ form }: FieldsProps) {
  return (
    <FieldGroup legend={groups.contact}>
      <PhoneField form={form} label={clientFields.phone.label} hint={clientFields.phone.hint} required />
      <EmailField {...propsOf('email', form)} />
      <TextField {...propsOf('address', form)} className="record-form-wide" />
    </FieldGroup>
  )
}

const statusOptions = [
  { value: '', label: wording.chooseStatus },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]
const serviceOptions = [
  { value: '', label: wording.chooseService },
  ...clientServices.map((service) => ({ value: service, label: service })),
]

export function SupportFields({ form, lacksStatus }: SupportFieldsProps) {
  return (
    <FieldGroup legend={groups.support}>
      <ChoiceField
        form={form}
        name="status"
        label={clientFields.status.label}
        hint={lacksStatus ? wording.lacksStatus : undefined}
        options={statusOptions}
      />
      <ChoiceField form={form} name="service" label={clientFields.service.label} options={serviceOptions} />
    </FieldGroup>
  )
}
