import {
  comparable,
  type FieldValue,
  isFilledIn,
  type NameOf,
  namesOf,
  type RecordFields,
  type ValuesOf,
} from '#contract/record-field.ts'

/* What stores do with the fields of a record (`contract/record-field.ts`). */

/** The column of a field: 'dateOfBirth' → 'date_of_birth'. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The column of each field, for `selectColumns`. `prefix` is such as 'notes.'. */
export function columnsOf<Fields extends RecordFields>(
  fields: Fields,
  prefix = '',
): Record<NameOf<Fields>, string> {
  const columns = namesOf(fields).map((name) => [name, prefix + columnOf(name)])
  return Object.fromEntries(columns)
}

/** What was entered, by field; null where nothing was. */
export function fieldValues<Fields extends RecordFields>(
  fields: Fields,
  input: ValuesOf<Fields>,
): Record<NameOf<Fields>, FieldValue> {
  const values = namesOf(fields).map((name) => [name, input[name] ?? null])
  return Object.fromEntries(values)
}

/** Values of these fields by column; null where nothing was entered. */
export function columnValues(
  names: readonly string[],
  input: Readonly<Record<string, FieldValue | undefined>>,
): Record<string, FieldValue> {
  return Object.fromEntries(names.map((name) => [columnOf(name), input[name] ?? null]))
}

/** The fields that were filled in. */
export function filledFields<Fields extends RecordFields>(
  fields: Fields,
  record: ValuesOf<Fields>,
): NameOf<Fields>[] {
  return namesOf(fields).filter((name) => isFilledIn(record[name]))
}

/** The fields whose value an edit changes. An optional field that was not sent stays as it is; null empties it. */
export function changedFields<Fields extends RecordFields>(
  fields: Fields,
  before: ValuesOf<Fields>,
  input: ValuesOf<Fields>,
): NameOf<Fields>[] {
  return namesOf(fields).filter((name) => {
    const stays = input[name] === undefined && fields[name]?.required === undefined
    return !stays && comparable(before[name]) !== comparable(input[name])
  })
}
