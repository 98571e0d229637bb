import * as z from 'zod/mini'
import { describedBy } from '../described.ts'
import type { FieldErrors } from '../endpoint.ts'
import { inputShape } from '../field-schemas.ts'
import { recordVersion } from '../record.ts'
import { optionalCalendarDate, optionalLineText } from '../text.ts'
import { employeeFields } from './fields.ts'

/* What the forms of the portal check. */

const { dob, phone, address } = employeeFields

/** The form for a new employee: every field is required. */
export const employeeForm = z.object(inputShape(employeeFields))

export type EmployeeForm = z.output<typeof employeeForm>

/**
 * What `PATCH /employees/{id}` takes: the whole employee, without the role. Birth date, phone and address
 * may be empty here, because the first super-admin's are; `emptiedFieldErrors` refuses to empty what was filled in.
 */
export const employeeEdit = z.extend(z.omit(employeeForm, { role: true }), {
  dob: z
    .nullable(optionalCalendarDate(dob.invalid))
    .check(
      describedBy({ ...dob, description: 'Date of birth, YYYY-MM-DD; may stay empty if it already is' }),
    ),
  phone: z
    .string({ error: phone.required })
    .check(
      z.trim(),
      z.regex(/^(\d{10})?$/, phone.required),
      describedBy({ ...phone, description: 'Exactly 10 digits; may stay empty if it already is' }),
    ),
  address: optionalLineText({ ...address, description: 'May stay empty if it already is' }),
  version: recordVersion,
})

export type EmployeeEdit = z.output<typeof employeeEdit>

type Emptiable = Pick<EmployeeEdit, 'dob' | 'phone' | 'address'>

/** An empty field may stay empty, but a filled-in one can't be emptied. */
export function emptiedFieldErrors(before: Emptiable, edit: Emptiable): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of ['dob', 'phone', 'address'] as const) {
    if (before[field] && !edit[field]) errors[field] = employeeFields[field].required
  }
  return errors
}
