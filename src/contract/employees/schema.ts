import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import { calendarDate, calendarDateOrEmpty } from '../calendar-date.ts'
import type { FieldErrors } from '../endpoint.ts'
import { lengths } from '../lengths.ts'
import { searchText } from '../lists.ts'
import { bothIds, recordVersion } from '../record.ts'
import { emailAddress, line, lineOrEmpty } from '../text.ts'

/** What the employee screens and the API say about an employee. */
export const employeeWording = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  dob: 'Date of birth is required',
  dobInvalid: 'Enter a real date from 1900 on',
  dobInFuture: "Date of birth can't be in the future",
  email: 'Enter a valid email address',
  phone: 'Enter a phone number of exactly 10 digits',
  address: 'Address is required',
  role: 'Choose a role',
  setupEmailSent: 'Setup email resent.',
  unknownEmail: 'There is no employee with this email.',
} as const

const wording = employeeWording

const employeeRole = z.enum(roles, { error: wording.role }).check(z.describe('What the employee may do'))

/** What a super-admin enters about a new employee: every field. */
export const employeeForm = z.object({
  firstName: line({ label: 'First name', max: lengths.name, required: wording.firstName }).check(
    z.meta({ examples: ['Amina'] }),
  ),
  lastName: line({ label: 'Last name', max: lengths.name, required: wording.lastName }).check(
    z.meta({ examples: ['Warsame'] }),
  ),
  dob: calendarDate({ required: wording.dob, invalid: wording.dobInvalid }).check(
    z.describe('Date of birth: calendar date, YYYY-MM-DD, from 1900-01-01 up to today'),
  ),
  email: emailAddress({ required: wording.email, invalid: wording.email }).check(
    z.describe('Email address; the set-up mail goes there'),
  ),
  phone: z
    .string({ error: wording.phone })
    .check(
      z.trim(),
      z.regex(/^\d{10}$/, wording.phone),
      z.meta({ description: 'Exactly 10 digits', examples: ['6125550117'] }),
    ),
  address: line({ label: 'Address', max: lengths.address, required: wording.address }).check(
    z.meta({ examples: ['810 Lake Street E, Minneapolis, MN 55407'] }),
  ),
  role: employeeRole,
})

export type EmployeeForm = z.output<typeof employeeForm>

/**
 * What `PATCH /employees/{id}` takes: the whole employee, without the role. Birth date, phone and address
 * may be empty here, because the first super-admin's are; `emptiedFieldErrors` refuses to empty what was filled in.
 */
export const employeeEdit = z.extend(z.omit(employeeForm, { role: true }), {
  dob: z.nullable(calendarDateOrEmpty(wording.dobInvalid)).check(
    z.meta({
      description: 'Date of birth, YYYY-MM-DD; may stay empty where it is',
      examples: ['1991-09-30'],
    }),
  ),
  phone: z
    .string({ error: wording.phone })
    .check(
      z.trim(),
      z.regex(/^(\d{10})?$/, wording.phone),
      z.meta({ description: 'Exactly 10 digits; may stay empty where it is', examples: ['6125550117'] }),
    ),
  address: lineOrEmpty({ label: 'Address', max: lengths.address, required: wording.address }).check(
    z.meta({
      description: 'May stay empty where it is',
      examples: ['810 Lake Street E, Minneapolis, MN 55407'],
    }),
  ),
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
  email: emailAddress({ required: wording.email, invalid: wording.email }).check(
    z.describe('Email address of the employee'),
  ),
})

/** A birth date is not in the future. `today` is 'YYYY-MM-DD'. */
export function employeeFieldErrors(employee: { dob: string | null }, today: string): FieldErrors {
  return employee.dob !== null && employee.dob > today ? { dob: wording.dobInFuture } : {}
}

/** What is empty in the record may stay empty; what is filled in can't be emptied. */
export function emptiedFieldErrors(
  before: Pick<Employee, 'dob' | 'phone' | 'address'>,
  edit: Pick<EmployeeEdit, 'dob' | 'phone' | 'address'>,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of ['dob', 'phone', 'address'] as const) {
    if (before[field] && !edit[field]) errors[field] = wording[field]
  }
  return errors
}

/** An employee as every call answers it. `_id` and `id` are the same opaque string. */
export const employee = z.object({
  ...bothIds('employee'),
  firstName: z.string().check(z.meta({ examples: ['Amina'] })),
  lastName: z.string().check(z.meta({ examples: ['Warsame'] })),
  dob: z.nullable(z.string()).check(
    z.meta({
      description: 'Date of birth, YYYY-MM-DD; null where it is missing',
      examples: ['1991-09-30'],
    }),
  ),
  email: z.string().check(z.meta({ examples: ['amina.warsame@example.org'] })),
  phone: z.string().check(z.meta({ description: '10 digits, or empty', examples: ['6125550117'] })),
  address: z.string().check(
    z.meta({
      description: 'Postal address, or empty',
      examples: ['810 Lake Street E, Minneapolis, MN 55407'],
    }),
  ),
  role: z.enum(roles).check(z.describe('What the employee may do')),
  hasPassword: z
    .boolean()
    .check(z.describe('Whether a password was ever set: false until the set-up link was used')),
  createdAt: z.iso.datetime().check(z.describe('When the employee was added')),
  updatedAt: z.iso.datetime().check(z.describe('When the record last changed')),
  version: z.int().check(z.meta({ description: '1 when new, one more with each change', examples: [1] })),
})

export type Employee = z.output<typeof employee>
