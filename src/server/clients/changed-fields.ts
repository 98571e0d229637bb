import { type Client, type ClientInput, clientInput } from '#contract/clients/schema.ts'

const enteredFields = Object.keys(clientInput.shape) as (keyof ClientInput)[]

/** The names of the fields in which what was entered differs from the record; a missing status is null (decision 36). */
export function changedFields(before: Client, input: ClientInput): string[] {
  return enteredFields.filter((field) => before[field] !== (input[field] ?? null))
}
