import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import { calendarDate, calendarDateOrEmpty } from '../calendar-date.ts'
import type { FieldErrors } from '../endpoint.ts'
import { searchText } from '../lists.ts'
import { bothIds, recordVersion } from '../record.ts'
import { described, emailAddress, line, lineOrEmpty } from '../text.ts'
import { employeeFields } from './fields.ts'

/** What the API says about the set-up mail. */
export const employeeWording = {
  setupEmailSent: 'Setup email resent.',
  unknownEmail: 'There is no employee with this email.',
} as const

const { dob, phone, address } = employeeFields

const employeeRole = z
  .enum(roles, { error: employeeFields.role.required })
  .check(described(employeeFields.role))

/** What a super-admin enters about a new employee: every field. */
export const employeeForm = z.object({
  firstName: line(employeeFields.firstName),
  lastName: line(employeeFields.lastName),
  dob: calendarDate(dob),
  email: emailAddress(employeeFields.email),
  phone: z
    .string({ error: phone.required })
    .check(z.trim(), z.regex(/^\d{10}$/, phone.required), described(phone)),
  address: line(address),
  role: employeeRole,
})

export type EmployeeForm = z.output<typeof employeeForm>

/**
 * What `PATCH /employees/{id}` takes: the whole employee, without the role. Birth date, phone and address
 * may be empty here, because the first super-admin's are; `emptiedFieldErrors` refuses to empty what was filled in.
 */
export const employeeEdit = z.extend(z.omit(employeeForm, { role: true }), {
  dob: z
    .nullable(calendarDateOrEmpty(dob.invalid))
    .check(described({ ...dob, description: 'Date of birth, YYYY-MM-DD; may stay empty where it is' })),
  phone: z
    .string({ error: phone.required })
    .check(
      z.trim(),
      z.regex(/^(\d{10})?$/, phone.required),
      described({ ...phone, description: 'Exactly 10 digits; may stay empty where it is' }),
    ),
  address: lineOrEmpty({ ...address, description: 'May stay empty where it is' }),
  version: recordVersion,
})

export type EmployeeEdit = z.output<typeof employeeEdit>

export const roleChange = z.object({ role: employeeRole, version: recordVersion })

/** What employees are searched by. */
export const employeeSearch = z.strictObject({
  search: searchText('Words that are each part of the name, in any order, blind to case and accents'),
  role: z.optional(employeeRole).check(z.describe('Only employees of this role')),
})

/** Whose set-up mail is sent again. */
export const resendInput = z.object({
  email: emailAddress({ ...employeeFields.email, description: 'Email address of the employee' }),
})

/** A birth date is not in the future. `today` is 'YYYY-MM-DD'. */
export function employeeFieldErrors(employee: { dob: string | null }, today: string): FieldErrors {
  return employee.dob !== null && employee.dob > today ? { dob: employeeFields.dob.inFuture } : {}
}

/** What is empty in the record may stay empty; what is filled in can't be emptied. */
export function emptiedFieldErrors(
  before: Pick<Employee, 'dob' | 'phone' | 'address'>,
  edit: Pick<EmployeeEdit, 'dob' | 'phone' | 'address'>,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of ['dob', 'phone', 'address'] as const) {
    if (before[field] && !edit[field]) errors[field] = employeeFields[field].required
  }
  return errors
}

/** An employee as every call answers it. `_id` and `id` are the same opaque string. */
export const employee = z.object({
  ...bothIds('employee'),
  firstName: z.string().check(described(employeeFields.firstName)),
  lastName: z.string().check(described(employeeFields.lastName)),
  dob: z
    .nullable(z.string())
    .check(described({ ...dob, description: 'Date of birth, YYYY-MM-DD; null where it is missing' })),
  email: z.string().check(described({ example: employeeFields.email.example })),
  phone: z.string().check(described({ ...phone, description: '10 digits, or empty' })),
  address: z.string().check(described({ ...address, description: 'Postal address, or empty' })),
  role: z.enum(roles).check(z.describe('What the employee may do')),
  hasPassword: z
    .boolean()
    .check(z.describe('Whether a password was ever set: false until the set-up link was used')),
  createdAt: z.iso.datetime().check(z.describe('When the employee was added')),
  updatedAt: z.iso.datetime().check(z.describe('When the record last changed')),
  version: z.int().check(z.meta({ description: '1 when new, one more with each change', examples: [1] })),
})

export type Employee = z.output<typeof employee>
