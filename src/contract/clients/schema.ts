import * as z from 'zod/mini'
import { calendarDate } from '../calendar-date.ts'
import type { FieldErrors } from '../endpoint.ts'
import { lengths } from '../lengths.ts'
import { bothIds, recordVersion } from '../record.ts'
import { emailAddress, line } from '../text.ts'
import { clientStatuses } from './statuses.ts'

/** The services that a client can be enrolled in; one choice, stored as written here. */
export const clientServices = [
  'Consultant',
  'Transition & Sustaining',
  'Housing Transition',
  'Housing Sustaining',
] as const

/** What the client form and the API say about a client's fields. */
export const clientWording = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  status: 'Status is required',
  service: 'Service is required',
  address: 'Address is required',
  addressHint: 'Write "No fixed address" if there is none.',
  dateOfBirth: 'Date of birth is required',
  dateOfBirthInvalid: 'Enter a real date from 1900 on',
  dateOfBirthInFuture: "Date of birth can't be in the future",
  email: 'Enter a valid email address',
  phone: 'Enter a valid phone number',
} as const

const clientStatus = z.enum(clientStatuses)

const requiredStatus = z.enum(clientStatuses, { error: clientWording.status })

/** What a person enters about a client: every field, the status too. */
export const clientForm = z.object({
  firstName: line({ label: 'First name', max: lengths.name, required: clientWording.firstName }).check(
    z.meta({ examples: ['Hodan'] }),
  ),
  lastName: line({ label: 'Last name', max: lengths.name, required: clientWording.lastName }).check(
    z.meta({ examples: ['Abdi'] }),
  ),
  status: requiredStatus,
  service: z
    .enum(clientServices, { error: clientWording.service })
    .check(z.describe('The service that the client is enrolled in')),
  email: emailAddress({ required: clientWording.email, invalid: clientWording.email }),
  phone: z
    .string({ error: clientWording.phone })
    .check(
      z.trim(),
      z.regex(/^\d{10,15}$/, clientWording.phone),
      z.meta({ description: '10 to 15 digits', examples: ['6125550142'] }),
    ),
  address: line({ label: 'Address', max: lengths.address, required: clientWording.address }).check(
    z.meta({
      description: 'Postal address, or “No fixed address”',
      examples: ['1200 Nicollet Ave, Minneapolis, MN 55403'],
    }),
  ),
  dateOfBirth: calendarDate({
    required: clientWording.dateOfBirth,
    invalid: clientWording.dateOfBirthInvalid,
  }).check(z.describe('Calendar date, YYYY-MM-DD, from 1900-01-01 up to today')),
})

/** What the API takes: as the form, but an imported record may lack a status. */
export const clientInput = z.extend(clientForm, {
  status: z.nullish(requiredStatus).check(z.describe('Where the client stands; may be missing')),
})

/** What `PUT /clients/{id}` takes: the whole client, and which version it was made from. */
export const clientEdit = z.extend(clientInput, { version: recordVersion })

export type ClientForm = z.output<typeof clientForm>
export type ClientInput = z.output<typeof clientInput>
export type ClientEdit = z.output<typeof clientEdit>

/** A birth date is not in the future. `today` is 'YYYY-MM-DD'. */
export function clientFieldErrors(client: Pick<ClientInput, 'dateOfBirth'>, today: string): FieldErrors {
  return client.dateOfBirth > today ? { dateOfBirth: clientWording.dateOfBirthInFuture } : {}
}

/** A client as every call answers it. `_id` and `id` are the same opaque string. */
export const client = z.object({
  ...bothIds('client'),
  firstName: z.string().check(z.meta({ examples: ['Hodan'] })),
  lastName: z.string().check(z.meta({ examples: ['Abdi'] })),
  status: z.nullable(clientStatus).check(z.describe('Where the client stands; null where it is missing')),
  service: z
    .string()
    .check(
      z.meta({ description: 'The service that the client is enrolled in', examples: ['Housing Transition'] }),
    ),
  email: z.string().check(z.meta({ examples: ['hodan.abdi@example.org'] })),
  phone: z.string().check(z.meta({ description: 'Digits only', examples: ['6125550142'] })),
  address: z.string().check(z.meta({ examples: ['1200 Nicollet Ave, Minneapolis, MN 55403'] })),
  dateOfBirth: z
    .string()
    .check(z.meta({ description: 'Calendar date, YYYY-MM-DD', examples: ['1990-04-12'] })),
  lastNoteAt: z
    .nullable(z.iso.datetime())
    .check(z.describe('When the newest weekly note was written; null while there is none')),
  createdAt: z.iso.datetime().check(z.describe('When the client was added')),
  updatedAt: z.iso.datetime().check(z.describe('When the record last changed')),
  version: z.int().check(z.meta({ description: '1 when new, one more with each change', examples: [1] })),
})

export type Client = z.output<typeof client>

/** What a list shows of a client. Whoever edits one reads the record. */
export const clientListItem = z.pick(client, {
  _id: true,
  id: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  status: true,
  phone: true,
  lastNoteAt: true,
  version: true,
})

export type ClientListItem = z.output<typeof clientListItem>

export const clientSorts = ['name', 'name-descending', 'created', 'created-descending'] as const

export type ClientSort = (typeof clientSorts)[number]

/** One change of a client's status; the first one is the status at intake. */
export const statusChange = z.object({
  from: z.nullable(clientStatus).check(z.describe('Status before; null where it was missing, and at intake')),
  to: z.nullable(clientStatus).check(z.describe('Status since')),
  at: z.iso.datetime().check(z.describe('When it was changed')),
  by: z.nullable(z.string()).check(
    z.meta({
      description: 'Email address of the person who changed it; null for imported records',
      examples: ['amina.warsame@example.org'],
    }),
  ),
})

export type StatusChange = z.output<typeof statusChange>

/** Enough to tell whether somebody is on record already. */
export const similarClient = z.pick(client, {
  _id: true,
  id: true,
  firstName: true,
  lastName: true,
  status: true,
  dateOfBirth: true,
})

export type SimilarClient = z.output<typeof similarClient>
