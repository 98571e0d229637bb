import type { Client, ClientForm } from '#contract/clients/schema.ts'
import { type FormBase, type FormValues, fieldsOf } from '#portal/record-form/form-values.ts'
import { clientScreenWording } from './wording.ts'

export type ClientField = keyof ClientForm
export type ClientValues = FormValues<ClientField>

/** What the form begins with: nothing, or a record. An imported one may lack its status. */
export function baseOf(client: Client | undefined): FormBase<ClientField> {
  const values = fieldsOf(clientScreenWording.fields).map((field) => [field, client?.[field] ?? ''])
  return { values: Object.fromEntries(values), version: client?.version }
}
