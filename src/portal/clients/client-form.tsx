import type { ReactNode } from 'react'
import { type ClientStatus, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { writtenPhone } from '#contract/phone-number.ts'
import { SubmitButton } from '#portal/record-form/form-controls.tsx'
import { RecordForm } from '#portal/record-form/record-form.tsx'
import { recordFormWording } from '#portal/record-form/wording.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ContactFields, PersonFields, SupportFields } from './client-fields.tsx'
import type { ClientField } from './client-values.ts'
import type { ClientFormState } from './use-client-form.ts'
import { clientScreenWording } from './wording.ts'

type ClientFormProps = {
  form: ClientFormState
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
  const { form, lacksStatus = false, afterPerson, children, ...rest } = props
  return (
    <RecordForm
      {...rest}
      form={form}
      labels={clientScreenWording.fields}
      shown={shownValue}
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

type FormButtonsProps = { form: ClientFormState; label: string; savedLabel: string }

/** Under the form as a screen. Cancel gives up what was typed and goes to the client list. */
export function FormButtons({ form, label, savedLabel }: FormButtonsProps) {
  const areaPath = useAreaPath()
  return (
    <FormActions>
      <SubmitButton form={form} label={label} savedLabel={savedLabel} />
      <LinkButton href={areaPath('clients')} onClick={form.dropDraft}>
        {recordFormWording.cancel}
      </LinkButton>
    </FormActions>
  )
}
