import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import { described, describedBy, text, timestamp, wholeNumber, yesOrNo } from '../described.ts'
import type { FieldErrors } from '../endpoint.ts'
import { storedShape } from '../field-schemas.ts'
import { searchText } from '../lists.ts'
import {
  bothIds,
  currentVersion,
  personEmail,
  personEmailOrNull,
  personName,
  personNameOrNull,
  recordId,
  recordVersion,
} from '../record.ts'
import { futureDateErrors } from '../record-field.ts'
import { employeeFields } from './fields.ts'
import { employeeForm } from './form.ts'

const { dob, phone, address } = employeeFields

const { role: employeeRole } = employeeForm.shape

export const roleChange = z.object({ role: employeeRole, version: recordVersion })

/** Filters of the employee list. */
export const employeeSearch = z.strictObject({
  search: searchText('Words from the name, in any order, ignoring case and accents'),
  role: described(z.optional(employeeRole), 'Only employees with this role'),
})

/** The employee who gets another set-up mail. */
export const resendInput = z.object({
  email: described(employeeForm.shape.email, 'Email address of the employee'),
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
  role: described(z.enum(roles), 'What the employee may do'),
  hasPassword: yesOrNo('Whether the employee has set a password; false until the setup link is used'),
  hasTwoStep: yesOrNo('Whether the employee uses two-step sign-in'),
  hasOrganizationAccount: yesOrNo('Whether an account of the organization is linked to the employee'),
  createdAt: timestamp('When the employee was added'),
  updatedAt: timestamp('When the record last changed'),
  version: currentVersion,
})

export type Employee = z.output<typeof employee>

/** Without a mail server, in the reply to the call that has caused the mail, and never again (docs/product.md 69). */
const fileMail = {
  mailIsFile: described(
    z.optional(z.boolean()),
    'True when no mail server is configured and the email was saved as a file',
  ),
  setupLink: described(
    z.optional(z.string()),
    'The link in that file, while the employee has never set a password',
    'https://portal.example.org/set-password?token=pT3kq0mZx9VfYw2LrB7cNdHs',
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
  name: personName('“First last”'),
  title: z.nullable(z.string()).check(describedBy(employeeFields.title)),
  email: personEmail('Email address'),
})

export type Worker = z.output<typeof worker>

const count = (description: string) => wholeNumber(description, 3)

/** How much an employee has to do. */
export const workload = z.object({
  id: described(z.nullable(recordId('employee')), 'Id of the employee; null for what is unassigned'),
  name: personNameOrNull('“First last”'),
  email: personEmailOrNull('Email address, which tells employees of one name apart'),
  clients: count('How many clients are assigned'),
  withoutNote: count('How many of them are active and have no note since Monday'),
  overdueFollowUps: count('How many open follow-ups were due before today'),
  unsignedNotes: count('How many notes of the last 30 days their author has not signed'),
})

export type Workload = z.output<typeof workload>

/** Who takes over the clients and open follow-ups of an employee. */
export const handOver = z.object({
  to: described(
    z.nullable(recordId('employee').check(z.toLowerCase())),
    'Id of the employee who takes them over; null for nobody',
  ),
})

export const handedOver = z.object({
  clients: wholeNumber('How many clients were handed over', 25),
  followUps: wholeNumber('How many open follow-ups were handed over', 7),
})

export const resentMail = z.object({
  message: text('A message for people', 'Setup email sent.'),
  ...fileMail,
})
