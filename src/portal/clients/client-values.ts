import type { Client, ClientForm } from '#contract/clients/schema.ts'
import { type FormBase, type FormValues, fieldsOf } from '#portal/form/form-values.ts'
import { clientScreenWording } from './wording.ts'

export type ClientField = keyof ClientForm
export type ClientValues = FormValues<ClientField>

/** What the form starts with: empty values, or a record. */
export function baseOf(client: Client | undefined): FormBase<ClientField> {
  const values = fieldsOf(clientScreenWording.fields).map((field) => [field, client?.[field] ?? ''])
  return { values: Object.fromEntries(values), version: client?.version }
}
