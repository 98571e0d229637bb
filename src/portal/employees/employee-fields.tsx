import type { ReactNode } from 'react'
import { earliestBirthDate } from '#contract/calendar-date.ts'
import { lengths } from '#contract/lengths.ts'
import { FieldGroup } from '#portal/record-form/field-group.tsx'
import { PhoneField } from '#portal/record-form/phone-field.tsx'
import type { RecordFormState } from '#portal/record-form/use-record-form.ts'
import { today } from '#portal/screen/dates.ts'
import { DateField, EmailField, TextField } from '#ui/text-field.tsx'
import type { PersonField } from './employee-values.ts'
import { employeeScreenWording } from './wording.ts'

const { fields: labels, groups, phoneHint } = employeeScreenWording

type EmployeeFieldsProps = {
  form: Pick<RecordFormState<PersonField>, 'textField' | 'setValue'>
  required: (field: PersonField) => boolean
}

const propsOf = (field: PersonField, { form, required }: EmployeeFieldsProps) => ({
  label: labels[field],
  required: required(field),
  ...form.textField(field),
})

export function PersonFields(props: EmployeeFieldsProps) {
  return (
    <FieldGroup legend={groups.person}>
      <TextField {...propsOf('firstName', props)} maxLength={lengths.name} dir="auto" />
      <TextField {...propsOf('lastName', props)} maxLength={lengths.name} dir="auto" />
      <DateField {...propsOf('dob', props)} min={earliestBirthDate} max={today()} />
    </FieldGroup>
  )
}

export function ContactFields({ emailHint, ...props }: EmployeeFieldsProps & { emailHint: ReactNode }) {
  const { form, required } = props
  return (
    <FieldGroup legend={groups.contact}>
      <EmailField {...propsOf('email', props)} hint={emailHint} maxLength={lengths.email} />
      <PhoneField form={form} label={labels.phone} required={required('phone')} hint={phoneHint} />
      <TextField
        {...propsOf('address', props)}
        className="record-form-wide"
        maxLength={lengths.address}
        dir="auto"
      />
    </FieldGroup>
  )
}
