import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import type { FieldErrors } from '../endpoint.ts'
import { enteredShape, storedShape } from '../field-schemas.ts'
import { searchText } from '../lists.ts'
import { bothIds, recordVersion } from '../record.ts'
import { futureDateErrors } from '../record-field.ts'
import { describedBy, optionalCalendarDate, optionalLineText } from '../text.ts'
import { employeeFields } from './fields.ts'

/** What the API says about the set-up mail. */
export const employeeWording = {
  setupEmailSent: 'Setup email resent.',
  signedOut: 'Signed out everywhere.',
  hasNoTwoStep: 'This employee does not use two-step sign-in.',
  unknownEmail: 'There is no employee with this email.',
} as const

const { dob, phone, address } = employeeFields

/** The form for a new employee: every field is required. */
export const employeeForm = z.object(enteredShape(employeeFields))

const { role: employeeRole } = employeeForm.shape

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

export const roleChange = z.object({ role: employeeRole, version: recordVersion })

/** Filters of the employee list. */
export const employeeSearch = z.strictObject({
  search: searchText('Words that are each part of the name, in any order, blind to case and accents'),
  role: z.optional(employeeRole).check(z.describe('Only employees with this role')),
})

/** The employee who gets another set-up mail. */
export const resendInput = z.object({
  email: employeeForm.shape.email.check(z.describe('Email address of the employee')),
})

/** `today` is 'YYYY-MM-DD'. */
export const employeeFieldErrors = (employee: object, today: string): FieldErrors =>
  futureDateErrors(employeeFields, employee, today)

/** An empty field may stay empty, but a filled-in one can't be emptied. */
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

/** An employee as every call returns it. `_id` and `id` are the same opaque string. */
export const employee = z.object({
  ...bothIds('employee'),
  ...storedShape(employeeFields),
  dob: z
    .nullable(z.string())
    .check(describedBy({ ...dob, description: 'Date of birth, YYYY-MM-DD; null if it is missing' })),
  email: z.string().check(describedBy({ example: employeeFields.email.example })),
  phone: z.string().check(describedBy({ ...phone, description: '10 digits, or empty' })),
  address: z.string().check(describedBy({ ...address, description: 'Postal address, or empty' })),
  role: z.enum(roles).check(z.describe('What the employee may do')),
  hasPassword: z
    .boolean()
    .check(z.describe('Whether the employee has set a password; false until the setup link is used')),
  hasTwoStep: z.boolean().check(z.describe('Whether the employee uses two-step sign-in')),
  createdAt: z.iso.datetime().check(z.describe('When the employee was added')),
  updatedAt: z.iso.datetime().check(z.describe('When the record last changed')),
  version: z
    .int()
    .check(z.meta({ description: '1 for a new record, increased by one with each change', examples: [1] })),
})

export type Employee = z.output<typeof employee>

/** Without a mail server, in the reply to the call that has caused the mail, and never again (docs/product.md 69). */
const fileMail = {
  mailIsFile: z
    .optional(z.boolean())
    .check(z.describe('True when no mail server is configured and the email was saved as a file')),
  setupLink: z.optional(z.string()).check(
    z.meta({
      description: 'The link in that file, while the employee has never set a password',
      examples: ['https://portal.example.org/set-password?token=pT3kq0mZx9VfYw2LrB7cNdHs'],
    }),
  ),
}

export interface FileMail {
  mailIsFile?: boolean
  setupLink?: string
}

export const addedEmployee = z.extend(employee, fileMail)

export const resentMail = z.object({
  message: z.string().check(z.meta({ description: 'A message for people', examples: ['Setup email sent.'] })),
  ...fileMail,
})
