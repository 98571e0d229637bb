import { clientFields } from '#contract/clients/fields.ts'
import type { Client, ClientForm } from '#contract/clients/schema.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { FormBase } from '#portal/form/form-values.ts'

export type ClientField = keyof ClientForm

/** What the form starts with: empty values, or a record. */
export function baseOf(client: Client | undefined): FormBase<ClientField> {
  return { values: formValues(clientFields, client), version: client?.version }
}
