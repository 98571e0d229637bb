import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { earliestBirthDate } from '#contract/calendar-date.ts'
import { clientFields } from '#contract/clients/fields.ts'
import {
  type Client,
  type ClientForm as ClientInput,
  clientFieldErrors,
  clientForm,
  clientServices,
} from '#contract/clients/schema.ts'
import { type ClientStatus, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import type { RecordField } from '#contract/person.ts'
import { formatPhone } from '#contract/phone-number.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import {
  ChoiceField,
  FieldGroup,
  PhoneField,
  phoneDigits,
  SubmitButton,
} from '#portal/form/form-controls.tsx'
import { RecordForm } from '#portal/form/record-form.tsx'
import { useRecordForm } from '#portal/form/use-record-form.ts'
import { recordFormWording } from '#portal/form/wording.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { longCalendarDate, today } from '#portal/screen/dates.ts'
import { FormActions, LinkButton } from '#ui/button.tsx'
import { DateField, EmailField, TextField } from '#ui/text-field.tsx'
import { AboutClient } from './about-client.tsx'
import { baseOf, type ClientField } from './client-values.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form
const { groups } = wording

type ClientFormProps = {
  form: ClientFormState
  /** In a dialog. */
  id?: string
  /** Shown below name and birth date, in the same group. */
  afterPerson?: ReactNode
  /** The buttons, unless the dialog has them. */
  children?: ReactNode
}

/** The form that adds and edits a client, as a screen and in a dialog. */
export function ClientForm({ form, id, afterPerson, children }: ClientFormProps) {
  return (
    <>
      {id && form.record && (
        <p>
          <AboutClient client={form.record} />
        </p>
      )}
      <RecordForm
        id={id}
        form={form}
        about={form.record && <AboutClient client={form.record} />}
        labels={clientScreenWording.fields}
        format={formatValue}
        buttons={children}
      >
        <FieldGroup legend={groups.person}>
          <TextField {...propsOf('firstName', form)} />
          <TextField {...propsOf('lastName', form)} />
          <DateField {...propsOf('dateOfBirth', form)} min={earliestBirthDate} max={today()} />
          {afterPerson}
        </FieldGroup>
        <FieldGroup legend={groups.contact}>
          <PhoneField form={form} label={clientFields.phone.label} hint={clientFields.phone.hint} required />
          <EmailField {...propsOf('email', form)} />
          <TextField {...propsOf('address', form)} className="record-form-wide" />
        </FieldGroup>
        <FieldGroup legend={groups.support}>
          <ChoiceField
            form={form}
            name="status"
            label={clientFields.status.label}
            hint={form.lacksStatus ? wording.lacksStatus : undefined}
            options={statusOptions}
          />
          <ChoiceField
            form={form}
            name="service"
            label={clientFields.service.label}
            options={serviceOptions}
          />
        </FieldGroup>
      </RecordForm>
    </>
  )
}

function formatValue(field: ClientField, value: string): string {
  if (field === 'status') return statusLabels[value as ClientStatus] ?? unknownStatus
  if (field === 'phone') return formatPhone(value)
  return field === 'dateOfBirth' ? longCalendarDate(value) : value
}

type FormButtonsProps = { form: ClientFormState; label: string; savedLabel: string }

/** Cancel discards what was typed and goes to the client list. */
export function FormButtons({ form, label, savedLabel }: FormButtonsProps) {
  const areaPath = useAreaPath()
  useReturnToList(form.saved)

  function cancel(event: MouseEvent) {
    if (form.locked) event.preventDefault()
    // In a new tab the list opens beside the form.
    else if (!(event.ctrlKey || event.metaKey || event.shiftKey)) form.dropDraft()
  }

  return (
    <FormActions>
      <SubmitButton form={form} label={label} savedLabel={savedLabel} />
      <LinkButton href={areaPath('clients')} onClick={cancel} aria-disabled={form.locked || undefined}>
        {recordFormWording.cancel}
      </LinkButton>
    </FormActions>
  )
}

function propsOf(field: ClientField, { textField }: ClientFormState) {
  const { label, hint, max, dir }: RecordField = clientFields[field]
  return { label, hint, maxLength: max, dir, required: true, ...textField(field) }
}

const statusOptions = [
  { value: '', label: wording.chooseStatus },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]
const serviceOptions = [
  { value: '', label: wording.chooseService },
  ...clientServices.map((service) => ({ value: service, label: service })),
]

/** The contract's schema, with the rule about today's date at its own field. */
export const clientFormSchema = z.extend(clientForm, {
  phone: z.pipe(phoneDigits, clientForm.shape.phone),
  dateOfBirth: clientForm.shape.dateOfBirth.check(
    z.refine(
      (dateOfBirth) => !clientFieldErrors({ dateOfBirth }, today()).dateOfBirth,
      clientFields.dateOfBirth.inFuture,
    ),
  ),
})

interface ClientFormOptions {
  /** The client that is edited; none when one is added. Read only when the form opens. */
  record?: Client
  /** `version` is the one that the edit was made from. */
  save: (client: ClientInput, version: number | undefined) => Promise<unknown>
  onSaved: () => void
}

/** The form that adds a client or edits one. */
export function useClientForm({ record, save, onSaved }: ClientFormOptions) {
  const form = useRecordForm<ClientField, ClientInput, Client>({
    subject: record ? { kind: 'edit-client', clientId: record.id } : { kind: 'new-client' },
    opened: baseOf(record),
    schemaFor: () => clientFormSchema,
    save,
    onSaved,
    baseOf,
    formErrorOf: (error) => ({
      title: record ? wording.updateFailed : wording.addFailed,
      detail: errorMessage(error, { 'not-found': wording.removed }),
    }),
    afterSave: 'locked',
  })
  // An imported record may lack its status: the form asks for one.
  return { ...form, record, lacksStatus: record?.status === null }
}

export type ClientFormState = ReturnType<typeof useClientForm>

/** Milliseconds (docs/specification.md §9). */
const waitBeforeList = 2000

/** docs/product.md 6: to the client list of the current area, once the toast could be read. */
function useReturnToList(saved: boolean): void {
  const navigate = useNavigate()
  const list = useAreaPath()('clients')
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => navigate(list), waitBeforeList)
    return () => clearTimeout(timer)
  }, [saved, list, navigate])
}
