import { clientFields } from '#contract/clients/fields.ts'
import { type FieldValue, isFilledIn, namesOf, type RecordField } from '#contract/record-field.ts'
import type { ListedClient } from './search-store.ts'

const names = namesOf(clientFields)

/** The headings and values are those that the import reads (`clients/import/columns.ts`). */
export const headings = names.map((name) => clientFields[name].label)

/** A worker's cell holds the email address, which the import reads. */
export function cellsOf({ workerEmail, ...client }: ListedClient): string[] {
  return names.map((name) => cellOf(clientFields[name], name === 'assignedTo' ? workerEmail : client[name]))
}

/** A value as a cell; choices by their labels, as the import reads them, and the entries of a list one after the other. */
export function cellOf({ kind, choices }: RecordField, value: FieldValue): string {
  if (!isFilledIn(value)) return ''
  // Excel shows a number of twelve digits and more as 2.52613E+11.
  if (kind === 'phone' && String(value).length > 11) return String(value).replace(/\d{3}(?=\d)/g, '$& ')
  if (kind === 'yes-no') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join('; ')
  return choices?.[String(value)] ?? String(value)
}
