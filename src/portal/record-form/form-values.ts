/** What a form holds: texts, right or wrong; '' where nothing was entered or chosen. Fields in the order of the form. */
export type FormValues<Field extends string> = Record<Field, string>

/** What a form begins with: nothing, or a record and its version. */
export interface FormBase<Field extends string> {
  values: FormValues<Field>
  version?: number | undefined
}

export function fieldsOf<Field extends string>(values: FormValues<Field>): Field[] {
  return Object.keys(values) as Field[]
}

/** `others` may be what is sent, where null says empty. */
export function isSame<Field extends string>(
  some: FormValues<Field>,
  others: Record<Field, string | null>,
): boolean {
  return fieldsOf(some).every((field) => some[field] === (others[field] ?? ''))
}

/** A field that was left alone takes the newer value, one that was changed keeps what was typed. */
export function merged<Field extends string>(
  base: FormValues<Field>,
  mine: FormValues<Field>,
  theirs: FormValues<Field>,
): FormValues<Field> {
  const values = fieldsOf(base).map((field) => [
    field,
    mine[field] === base[field] ? theirs[field] : mine[field],
  ])
  return Object.fromEntries(values)
}

interface Difference<Field extends string> {
  field: Field
  /** Undefined where the person left the field alone. */
  mine: string | undefined
  theirs: string
}

/** Where the form and the newer record disagree. */
export function differences<Field extends string>(
  base: FormValues<Field>,
  mine: FormValues<Field>,
  theirs: FormValues<Field>,
): Difference<Field>[] {
  return fieldsOf(base)
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({
      field,
      mine: mine[field] === base[field] ? undefined : mine[field],
      theirs: theirs[field],
    }))
}

/** Somebody else changed the record since `base` was read. */
export interface Conflict<Field extends string> {
  base: FormValues<Field>
  newer: FormBase<Field>
}

/** A draft may have been begun on an older record than the one that was read now. */
export function conflictWith<Field extends string>(
  base: FormBase<Field>,
  read: FormBase<Field>,
): Conflict<Field> | undefined {
  const isOlder = base.version !== undefined && read.version !== undefined && base.version < read.version
  return isOlder ? { base: base.values, newer: read } : undefined
}
