import type { ReactNode } from 'react'
import { type ClientStatus, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { writtenPhone } from '#contract/phone-number.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { RecordForm } from '#portal/record-form/record-form.tsx'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { ContactFields, PersonFields, SupportFields } from './client-fields.tsx'
import type { ClientField } from './client-values.ts'
import type { ClientFormState } from './use-client-form.ts'
import { clientScreenWording } from './wording.ts'

const { fields, form: wording } = clientScreenWording

type ClientFormProps = {
  form: ClientFormState
  /** What is said first when saving failed. */
  failed: string
  /** An imported record may lack its status; the form asks for a real one. */
  lacksStatus?: boolean
  id?: string
  /** In a dialog, which is a box already. */
  plain?: boolean
  /** Stands below the fields that tell who it is. */
  afterPerson?: ReactNode
  /** The buttons, unless they stand elsewhere. */
  children?: ReactNode
}

/** The one form for adding and editing a client, as a screen and in a dialog (§2). */
export function ClientForm(props: ClientFormProps) {
  const { form, failed, lacksStatus = false, afterPerson, children, ...rest } = props
  return (
    <RecordForm
      {...rest}
      form={form}
      labels={fields}
      shown={shownValue}
      refusalOf={(error) => ({ title: failed, detail: sentenceOf(error, { 'not-found': wording.removed }) })}
      buttons={children}
    >
      <PersonFields form={form} />
      {afterPerson}
      <ContactFields form={form} />
      <SupportFields form={form} lacksStatus={lacksStatus} />
    </RecordForm>
  )
}

function shownValue(field: ClientField, value: string): string {
  if (field === 'status') return statusLabels[value as ClientStatus] ?? unknownStatus
  if (field === 'phone') return writtenPhone(value)
  return field === 'dateOfBirth' ? longCalendarDate(value) : value
}
