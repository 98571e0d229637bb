import * as z from 'zod/mini'
import { describedBy } from './described.ts'
import type { NameOf, RecordField, RecordFields, ValueOf } from './record-field.ts'
import { calendarDate, emailAddress, lineText, multilineText } from './text.ts'

/* The schemas of fields, by kind (`record-field.ts`). */

type Schema<Value> = z.ZodMiniType<Value, Value>

/** What people enter: an optional field may be missing or null. */
type InputShape<Fields extends RecordFields> = {
  -readonly [Name in NameOf<Fields>]: Fields[Name] extends { required: string }
    ? Schema<ValueOf<Fields[Name]>>
    : z.ZodMiniOptional<z.ZodMiniNullable<Schema<ValueOf<Fields[Name]>>>>
}

/** What calls return: an optional field is null where it is empty, and a list has no entries. A required choice is a text: imported ones may be older. */
type StoredShape<Fields extends RecordFields> = {
  -readonly [Name in NameOf<Fields>]: Fields[Name] extends { required: string }
    ? Schema<string>
    : Fields[Name] extends { kind: 'goals' }
      ? Schema<string[]>
      : z.ZodMiniNullable<Schema<ValueOf<Fields[Name]>>>
}

export function inputShape<const Fields extends RecordFields>(fields: Fields): InputShape<Fields> {
  return shapeOf(fields, (field) => (field.required === undefined ? optional(field) : filledIn(field)))
}

export function storedShape<const Fields extends RecordFields>(fields: Fields): StoredShape<Fields> {
  return shapeOf(fields, (field) => {
    if (field.kind === 'goals') return z.array(z.string()).check(describedBy(field))
    return field.required === undefined
      ? z.nullable(plain(field)).check(describedBy(field))
      : z.string().check(describedBy(field))
  })
}

function shapeOf<Shape>(fields: RecordFields, schemaOf: (field: RecordField) => z.ZodMiniType): Shape {
  const shape = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])
  return Object.fromEntries(shape) as Shape
}

/** The type of a value, without the rules for entering it. */
function plain({ kind, choices }: RecordField) {
  if (kind === 'yes-no') return z.boolean()
  if (kind === 'number') return z.int()
  return choices ? z.enum(Object.keys(choices)) : z.string()
}

/** An empty text is no value. */
function optional(field: RecordField): z.ZodMiniType {
  const schema = filledIn(field)
  if (field.checkbox)
    return z.nullish(
      z.pipe(
        schema as Schema<boolean>,
        z.transform((ticked) => ticked || null),
      ),
    )
  if (['choice', 'yes-no', 'number', 'goals'].includes(field.kind)) return z.nullish(schema)
  const text = z.string({ error: messages(field).required }).check(describedBy(field))
  const textOrNull = z.pipe(
    field.max ? text.check(z.meta({ maxLength: field.max })) : text,
    z.transform((typed) => (typed.trim() === '' ? null : typed)),
  )
  return z.nullish(z.pipe(textOrNull, z.nullable(schema as Schema<string>)))
}

function filledIn(field: RecordField): z.ZodMiniType {
  const { kind, choices = {}, digits = [10, 15], min = 0, max = Number.MAX_SAFE_INTEGER } = field
  const { required, invalid } = messages(field)
  const rules = { ...field, max, required, invalid }
  switch (kind) {
    case 'line':
      return lineText(rules)
    case 'text':
      return multilineText(rules)
    case 'date':
      return calendarDate(rules)
    case 'email':
      return emailAddress(rules)
    case 'phone':
      return matching(new RegExp(`^\\d{${digits.join()}}$`), field)
    case 'digits': {
      const [least] = digits
      const oneMissing = new RegExp(`^\\d{${least - 1}}$`)
      return matching(new RegExp(`^\\d{${digits.join()}}$`), field, ({ input }) =>
        oneMissing.test(String(input))
          ? `${invalid}. A spreadsheet may have dropped a leading zero`
          : invalid,
      )
    }
    case 'time':
      return matching(/^([01]\d|2[0-3]):[0-5]\d$/, field)
    case 'choice':
      return z.enum(Object.keys(choices), { error: required }).check(describedBy(field))
    case 'yes-no':
      return z.boolean({ error: required }).check(describedBy(field))
    case 'employee':
      // As ids are stored.
      return z.string({ error: required }).check(z.toLowerCase(), describedBy(field))
    case 'number':
      return z.int({ error: invalid }).check(z.gte(min, invalid), z.lte(max, invalid), describedBy(field))
    case 'goals':
      return z.array(z.string({ error: required }).check(z.toLowerCase()), { error: required }).check(
        z.maxLength(max, invalid),
        z.refine((ids) => new Set(ids).size === ids.length, 'Name each goal once'),
        describedBy(field),
      )
  }
}

function matching(
  pattern: RegExp,
  field: RecordField,
  error: string | ((issue: { input?: unknown }) => string) = messages(field).invalid,
) {
  const { required } = messages(field)
  return z.string({ error: required }).check(z.trim(), z.regex(pattern, { error }), describedBy(field))
}

/** The messages for an empty and for an invalid value. */
function messages({ kind, label, required, invalid, digits, min = 0, max }: RecordField) {
  const byKind = {
    line: `${label} must be text`,
    text: `${label} must be text`,
    choice: 'Choose one of the options',
    date: 'Enter a valid date, 1900 or later',
    time: 'Enter a time such as 14:30',
    'yes-no': 'Answer yes or no',
    number:
      max === undefined
        ? `Enter a whole number of at least ${min}`
        : `Enter a whole number from ${min} to ${max}`,
    digits: `Enter exactly ${digits?.[0]} digits`,
    phone: 'Enter a valid phone number',
    email: 'Enter a valid email address',
    employee: 'Choose an employee',
    goals: `Choose at most ${max} goals`,
  }[kind]
  return { required: required ?? byKind, invalid: invalid ?? required ?? byKind }
}
