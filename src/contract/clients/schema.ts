import * as z from 'zod/mini'
import type { FieldErrors } from '../endpoint.ts'
import type { RecordField } from '../person.ts'
import { bothIds, recordVersion } from '../record.ts'
import { calendarDate, describedBy, emailAddress, lineText } from '../text.ts'
import { clientFields } from './fields.ts'
import { clientStatuses } from './statuses.ts'

/** The services that a client can be enrolled in; one choice, stored as written here. */
export const clientServices = [
  'Consultant',
  'Transition & Sustaining',
  'Housing Transition',
  'Housing Sustaining',
] as const

const clientStatus = z.enum(clientStatuses)

const requiredStatus = z.enum(clientStatuses, { error: clientFields.status.required })

/** The form for a client: every field is required, the status too. */
export const clientForm = z.object({
  firstName: lineText(clientFields.firstName),
  lastName: lineText(clientFields.lastName),
  status: requiredStatus,
  service: z
    .enum(clientServices, { error: clientFields.service.required })
    .check(describedBy(clientFields.service)),
  email: emailAddress(clientFields.email),
  phone: z
    .string({ error: clientFields.phone.required })
    .check(z.trim(), z.regex(/^\d{10,15}$/, clientFields.phone.required), describedBy(clientFields.phone)),
  address: lineText(clientFields.address),
  dateOfBirth: calendarDate(clientFields.dateOfBirth),
})

/** What the API accepts: like the form, but the status is optional, because imported records may lack one. */
export const clientInput = z.extend(clientForm, {
  status: z.nullish(requiredStatus).check(z.describe('The client’s status; may be missing')),
})

/** What `PUT /clients/{id}` takes: the whole client, and which version it was made from. */
export const clientEdit = z.extend(clientInput, { version: recordVersion })

export type ClientForm = z.output<typeof clientForm>
export type ClientInput = z.output<typeof clientInput>
export type ClientEdit = z.output<typeof clientEdit>

/** A birth date is not in the future. `today` is 'YYYY-MM-DD'. */
export function clientFieldErrors(client: Pick<ClientInput, 'dateOfBirth'>, today: string): FieldErrors {
  return client.dateOfBirth > today ? { dateOfBirth: clientFields.dateOfBirth.inFuture } : {}
}

const stored = (field: RecordField) => z.string().check(describedBy(field))

/** A client as every call returns it. `_id` and `id` are the same opaque string. */
export const client = z.object({
  ...bothIds('client'),
  firstName: stored(clientFields.firstName),
  lastName: stored(clientFields.lastName),
  status: z.nullable(clientStatus).check(z.describe('The client’s status; null if it is missing')),
  service: stored(clientFields.service),
  email: stored(clientFields.email),
  phone: stored(clientFields.phone),
  address: stored(clientFields.address),
  dateOfBirth: stored(clientFields.dateOfBirth),
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
  dateOfBirth: true,
  status: true,
  phone: true,
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
})

export type StatusChange = z.output<typeof statusChange>

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
