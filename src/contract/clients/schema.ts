import * as z from 'zod/mini'
import type { FieldErrors } from '../endpoint.ts'
import { enteredShape, storedShape } from '../field-schemas.ts'
import { bothIds, recordVersion } from '../record.ts'
import { futureDateErrors } from '../record-field.ts'
import { describedBy } from '../text.ts'
import { clientFields, statusChangeFields } from './fields.ts'
import { clientStatuses } from './statuses.ts'

const clientStatus = z.enum(clientStatuses)

/** The form for a client: the status is required, too. */
export const clientForm = z.object(enteredShape(clientFields))

/**
 * What the API accepts: like the form, but the status is optional, because imported records may lack one. The facts about
 * a status change are ignored if the status stays the same.
 */
export const clientInput = z.extend(clientForm, {
  ...enteredShape(statusChangeFields),
  status: z.nullish(clientForm.shape.status).check(z.describe('The client’s status; may be missing')),
})

/** What `PUT /clients/{id}` takes: the whole client, and which version it was made from. */
export const clientEdit = z.extend(clientInput, { version: recordVersion })

export type ClientForm = z.output<typeof clientForm>
export type ClientInput = z.output<typeof clientInput>
export type ClientEdit = z.output<typeof clientEdit>

/** `today` is 'YYYY-MM-DD'. */
export const clientFieldErrors = (client: object, today: string): FieldErrors =>
  futureDateErrors({ ...clientFields, ...statusChangeFields }, client, today)

/** A client as every call returns it. `_id` and `id` are the same opaque string. */
export const client = z.object({
  ...bothIds('client'),
  ...storedShape(clientFields),
  status: z.nullable(clientStatus).check(z.describe('The client’s status; null if it is missing')),
  assignedToName: z.nullable(z.string()).check(
    z.meta({
      description: 'Current name of the employee in `assignedTo`; null for nobody',
      examples: ['Amina Warsame'],
    }),
  ),
  lastNoteAt: z
    .nullable(z.iso.datetime())
    .check(z.describe('When the newest weekly note was written; null if there is none')),
  createdAt: z.iso.datetime().check(z.describe('When the client was added')),
  updatedAt: z.iso.datetime().check(z.describe('When the record last changed')),
  version: z
    .int()
    .check(z.meta({ description: '1 for a new record, increased by one with each change', examples: [1] })),
})

export type Client = z.output<typeof client>

/** The fields of a client that a list shows. To edit a client, the portal reads the whole record. */
export const clientListItem = z.pick(client, {
  _id: true,
  id: true,
  firstName: true,
  lastName: true,
  preferredName: true,
  dateOfBirth: true,
  status: true,
  phone: true,
  assignedTo: true,
  assignedToName: true,
  lastNoteAt: true,
  createdAt: true,
  version: true,
})

export type ClientListItem = z.output<typeof clientListItem>

export const clientSorts = [
  'name',
  '-name',
  'status',
  '-status',
  'lastNote',
  '-lastNote',
  'created',
  '-created',
] as const

export type ClientSort = (typeof clientSorts)[number]

/** One change of a client's status; the first one is the status at intake. */
export const statusChange = z.object({
  from: z
    .nullable(clientStatus)
    .check(z.describe('The previous status; null if it was missing, and at intake')),
  to: z.nullable(clientStatus).check(z.describe('The new status')),
  at: z.iso.datetime().check(z.describe('When it was changed')),
  by: z.nullable(z.string()).check(
    z.meta({
      description: 'Email address of the person who changed it; null for imported records',
      examples: ['amina.warsame@example.org'],
    }),
  ),
  byName: z.string().check(
    z.meta({
      description: 'Current name of that person; empty if there is none',
      examples: ['Amina Warsame'],
    }),
  ),
  on: z.nullable(z.string()).check(describedBy(statusChangeFields.statusOn)),
  reason: z.nullable(z.string()).check(describedBy(statusChangeFields.statusReason)),
})

export type StatusChange = z.output<typeof statusChange>

/** A period in which an employee was responsible for a client. */
export const assignment = z.object({
  employeeId: z.nullable(z.string()).check(
    z.meta({
      description: 'The employee; null once an operator has purged the record',
      examples: [clientFields.assignedTo.example],
    }),
  ),
  name: z.string().check(
    z.meta({
      description: 'Current name of the employee; empty after a purge',
      examples: ['Amina Warsame'],
    }),
  ),
  from: z.iso.datetime().check(z.describe('When it began')),
  to: z.nullable(z.iso.datetime()).check(z.describe('When it ended; null if it has not')),
  by: z.nullable(z.string()).check(
    z.meta({
      description: 'Email address of the person who assigned the client; null if an operator’s command did',
      examples: ['amina.warsame@example.org'],
    }),
  ),
})

export type Assignment = z.output<typeof assignment>

/** Enough to recognize an existing client. */
export const similarClient = z.pick(client, {
  _id: true,
  id: true,
  firstName: true,
  lastName: true,
  status: true,
  dateOfBirth: true,
})

export type SimilarClient = z.output<typeof similarClient>
