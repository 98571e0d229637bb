import type { LastChange } from '#contract/failures.ts'

/** The texts in a form, valid or not; '' where nothing was entered or chosen. Fields in the order of the form. */
export type FormValues<Field extends string> = Record<Field, string>

/** What a form starts with: empty values, or a record and its version. */
export interface FormBase<Field extends string> {
  values: FormValues<Field>
  version?: number | undefined
  /** Of the newer record in a conflict. */
  changed?: LastChange | undefined
}

export function fieldsOf<Field extends string>(values: FormValues<Field>): Field[] {
  return Object.keys(values) as Field[]
}

/** What was entered. A new record is sent without the fields that were left empty. */
export function enteredOnly<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Values
}

export function hasSameValues<Field extends string>(
  some: FormValues<Field>,
  others: FormValues<Field>,
): boolean {
  return fieldsOf(some).every((field) => some[field] === others[field])
}
