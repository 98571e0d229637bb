import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import type { FieldErrors } from '../endpoint.ts'
import { storedShape } from '../field-schemas.ts'
import { searchText } from '../lists.ts'
import { bothIds, recordId, recordVersion } from '../record.ts'
import { futureDateErrors } from '../record-field.ts'
import { describedBy } from '../text.ts'
import { employeeFields } from './fields.ts'
import { employeeForm } from './form.ts'

const { dob, phone, address } = employeeFields

const { role: employeeRole } = employeeForm.shape

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

/** An employee to whom a client can be assigned. */
export const worker = z.object({
  id: recordId('employee'),
  name: z.string().check(z.meta({ description: '“First last”', examples: ['Amina Warsame'] })),
  title: z.nullable(z.string()).check(describedBy(employeeFields.title)),
  email: z.string().check(z.meta({ description: 'Email address', examples: ['amina.warsame@example.org'] })),
})

export type Worker = z.output<typeof worker>

const count = (description: string) => z.int().check(z.meta({ description, examples: [3] }))

/** How much an employee has to do. */
export const workload = z.object({
  id: z.nullable(recordId('employee')).check(z.describe('Id of the employee; null for what is unassigned')),
  name: z.nullable(z.string()).check(z.meta({ description: '“First last”', examples: ['Amina Warsame'] })),
  clients: count('How many clients are assigned'),
  withoutNote: count('How many of them are active and have no note since Monday'),
  overdueFollowUps: count('How many open follow-ups were due before today'),
  unsignedNotes: count('How many notes of the last 30 days their author has not signed'),
})

export type Workload = z.output<typeof workload>

/** Who takes over the clients and open follow-ups of an employee. */
export const handOver = z.object({
  to: z
    .nullable(recordId('employee').check(z.toLowerCase()))
    .check(z.describe('Id of the employee who takes them over; null for nobody')),
})

export const handedOver = z.object({
  clients: z.int().check(z.meta({ description: 'How many clients were handed over', examples: [25] })),
  followUps: z
    .int()
    .check(z.meta({ description: 'How many open follow-ups were handed over', examples: [7] })),
})

export const resentMail = z.object({
  message: z.string().check(z.meta({ description: 'A message for people', examples: ['Setup email sent.'] })),
  ...fileMail,
})
