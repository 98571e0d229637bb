import { earliestBirthDate } from '#contract/calendar-date.ts'
import { clientServices, clientWording } from '#contract/clients/schema.ts'
import { statusLabels } from '#contract/clients/statuses.ts'
import { lengths } from '#contract/lengths.ts'
import { ChoiceField } from '#portal/record-form/choice-field.tsx'
import { FieldGroup } from '#portal/record-form/field-group.tsx'
import { PhoneField } from '#portal/record-form/phone-field.tsx'
import { today } from '#portal/screen/dates.ts'
import { DateField, EmailField, TextField } from '#ui/text-field.tsx'
import type { ClientField } from './client-values.ts'
import type { ClientFormState } from './use-client-form.ts'
import { clientScreenWording } from './wording.ts'

const { fields, form: wording } = clientScreenWording
const { groups } = wording

type FieldsProps = { form: ClientFormState }
type SupportFieldsProps = FieldsProps & {
  /** An imported record may lack its status; the form asks for a real one. */
  lacksStatus: boolean
}

const propsOf = (field: ClientField, { textField }: ClientFormState) => ({
  label: fields[field],
  required: true,
  ...textField(field),
})

export function PersonFields({ form }: FieldsProps) {
  return (
    <FieldGroup legend={groups.person}>
      <TextField {...propsOf('firstName', form)} maxLength={lengths.name} dir="auto" />
      <TextField {...propsOf('lastName', form)} maxLength={lengths.name} dir="auto" />
      <DateField {...propsOf('dateOfBirth', form)} min={earliestBirthDate} max={today()} />
    </FieldGroup>
  )
}

export function ContactFields({ form }: FieldsProps) {
  return (
    <FieldGroup legend={groups.contact}>
      <PhoneField form={form} label={fields.phone} hint={wording.phoneHint} required />
      <EmailField {...propsOf('email', form)} maxLength={lengths.email} />
      <TextField
        {...propsOf('address', form)}
        className="record-form-wide"
        hint={clientWording.addressHint}
        maxLength={lengths.address}
        dir="auto"
      />
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
        label={fields.status}
        hint={lacksStatus ? wording.lacksStatus : undefined}
        options={statusOptions}
      />
      <ChoiceField form={form} name="service" label={fields.service} options={serviceOptions} />
    </FieldGroup>
  )
}
