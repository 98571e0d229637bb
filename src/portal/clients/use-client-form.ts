import * as z from 'zod/mini'
import { clientFields } from '#contract/clients/fields.ts'
import { type Client, type ClientForm, clientFieldErrors, clientForm } from '#contract/clients/schema.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { asDigits } from '#portal/record-form/as-digits.ts'
import { useRecordForm } from '#portal/record-form/use-record-form.ts'
import { today } from '#portal/screen/dates.ts'
import { baseOf, type ClientField } from './client-values.ts'
import { clientScreenWording } from './wording.ts'

/** The contract's form, and the rule that needs the calendar, beside its own field. */
export const clientFormSchema = z.extend(clientForm, {
  phone: z.pipe(asDigits, clientForm.shape.phone),
  dateOfBirth: clientForm.shape.dateOfBirth.check(
    z.refine(
      (dateOfBirth) => !clientFieldErrors({ dateOfBirth }, today()).dateOfBirth,
      clientFields.dateOfBirth.inFuture,
    ),
  ),
})

interface ClientFormOptions {
  /** The client that is edited; none when one is added. Read when the form is opened. */
  record?: Client
  /** `version` is the one that the edit was made from. */
  save: (client: ClientForm, version: number | undefined) => Promise<unknown>
  onSaved: () => void
}

const wording = clientScreenWording.form

/** The form that adds a client or edits one. */
export function useClientForm({ record, save, onSaved }: ClientFormOptions) {
  return useRecordForm<ClientField, ClientForm, Client>({
    subject: record ? { kind: 'edit-client', clientId: record.id } : { kind: 'new-client' },
    opened: baseOf(record),
    schemaFor: () => clientFormSchema,
    save,
    onSaved,
    baseOf,
    refusalOf: (error) => ({
      title: record ? wording.updateFailed : wording.addFailed,
      detail: sentenceOf(error, { 'not-found': wording.removed }),
    }),
    onceSaved: 'locked',
  })
}

export type ClientFormState = ReturnType<typeof useClientForm>
