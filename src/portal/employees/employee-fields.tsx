import type { ReactNode } from 'react'
import { earliestBirthDate } from '#contract/calendar-date.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import type { RecordField } from '#contract/person.ts'
import { FieldGroup, PhoneField } from '#portal/form/form-controls.tsx'
import type { RecordFormState } from '#portal/form/use-record-form.ts'
import { today } from '#portal/screen/dates.ts'
import { DateField, EmailField, TextField } from '#ui/text-field.tsx'
import type { PersonField } from './employee-values.ts'
import { employeeScreenWording } from './wording.ts'

const { groups } = employeeScreenWording

type EmployeeFieldsProps = {
  form: Pick<RecordFormState<PersonField>, 'textField' | 'setValue'>
  required: (field: PersonField) => boolean
}

function propsOf(field: PersonField, { form, required }: EmployeeFieldsProps) {
  const { label, max, dir }: RecordField = employeeFields[field]
  return { label, maxLength: max, dir, required: required(field), ...form.textField(field) }
}

export function PersonFields(props: EmployeeFieldsProps) {
  return (
    <FieldGroup legend={groups.person}>
      <TextField {...propsOf('firstName', props)} />
      <TextField {...propsOf('lastName', props)} />
      <DateField {...propsOf('dob', props)} min={earliestBirthDate} max={today()} />
    </FieldGroup>
  )
}

export function ContactFields({ emailHint, ...props }: EmployeeFieldsProps & { emailHint: ReactNode }) {
  const { form, required } = props
  return (
    <FieldGroup legend={groups.contact}>
      <EmailField {...propsOf('email', props)} hint={emailHint} />
      <PhoneField
        form={form}
        label={employeeFields.phone.label}
        hint={employeeFields.phone.hint}
        required={required('phone')}
      />
      <TextField {...propsOf('address', props)} className="record-form-wide" />
    </FieldGroup>
  )
}
