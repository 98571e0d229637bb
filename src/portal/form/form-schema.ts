import * as z from 'zod/mini'
import type { FieldErrors } from '#contract/endpoint.ts'
import { normalizePhone } from '#contract/phone-number.ts'
import {
  type FieldValue,
  futureDateErrors,
  normalizeDigits,
  type RecordField,
  type RecordFields,
} from '#contract/record-field.ts'
import { today } from '#portal/screen/dates.ts'

/**
 * The schema of a form whose texts become what `shape` accepts: a phone number in any notation, 'yes' as true, an empty text
 * of an optional field as null. A date is compared with the organization's day.
 */
export function formShape<Shape extends Record<string, z.ZodMiniType>>(
  fields: RecordFields,
  shape: Shape,
): Shape {
  const schemas = Object.entries(shape).map(([name, schema]) => {
    const field = fields[name]
    return [name, field ? formSchema(name, field, schema) : schema]
  })
  return Object.fromEntries(schemas)
}

function formSchema(name: string, field: RecordField, schema: z.ZodMiniType): z.ZodMiniType {
  const read = (value: (text: string) => FieldValue) =>
    z.pipe(z.pipe(z.string(), z.transform(value)), schema as z.ZodMiniType<unknown, FieldValue>)
  if (field.kind === 'phone') return read(normalizePhone)
  if (field.kind === 'digits') return read(normalizeDigits)
  if (field.kind === 'yes-no') return read((text) => (text === '' ? null : text === 'yes'))
  if (field.kind === 'goals') return read((text) => (text === '' ? null : text.split(',')))
  if (field.kind === 'number') return read((text) => (text.trim() === '' ? null : Number(text)))
  if (field.inFuture) {
    const errorsOf = (value: unknown): FieldErrors =>
      futureDateErrors({ [name]: field }, { [name]: value }, today())
    return schema.check(z.refine((value) => !errorsOf(value)[name], field.inFuture))
  }
  return field.required ? schema : read((text) => text || null)
}
