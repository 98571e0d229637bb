import type { Client, ClientForm } from '#contract/clients/schema.ts'
import { useRecordForm } from '#portal/record-form/use-record-form.ts'
import { clientFormSchema } from './client-form-schema.ts'
import { baseOf, type ClientField } from './client-values.ts'

interface ClientFormPurpose {
  /** The client that is edited; none when one is added. Read when the form is opened. */
  record?: Client
  /** `version` is the one that the edit was made from. */
  save: (client: ClientForm, version: number | undefined) => Promise<unknown>
  onSaved: () => void
}

/** The form that adds a client or edits one. */
export function useClientForm({ record, save, onSaved }: ClientFormPurpose) {
  return useRecordForm<ClientField, ClientForm, Client>({
    subject: record ? { kind: 'edit-client', clientId: record.id } : { kind: 'new-client' },
    opened: baseOf(record),
    schemaFor: () => clientFormSchema,
    save,
    onSaved,
    baseOf,
    onceSaved: 'locked',
  })
}

export type ClientFormState = ReturnType<typeof useClientForm>
