import * as z from 'zod/mini'
import { calendarDate } from '../calendar-date.ts'
import type { Mistakes } from '../endpoint.ts'
import { emailAddress, line } from '../text.ts'
import { clientServices } from './services.ts'
import { clientStatus, clientStatuses } from './statuses.ts'
import { clientWording } from './wording.ts'

/** Longest values of decision 39, for the form's `maxlength` as well. */
export const clientLimits = { name: 100, email: 254, address: 300, phone: 15 } as const

const requiredStatus = z.enum(clientStatuses, { error: clientWording.status })

/** What a person enters about a client (§5): every field, the status too. */
export const clientForm = z.object({
  firstName: line({ label: 'First name', max: clientLimits.name, required: clientWording.firstName }),
  lastName: line({ label: 'Last name', max: clientLimits.name, required: clientWording.lastName }),
  status: requiredStatus,
  service: z.enum(clientServices, { error: clientWording.service }),
  email: emailAddress({ required: clientWording.email, invalid: clientWording.email }),
  phone: z
    .string({ error: clientWording.phone })
    .check(z.trim(), z.regex(/^\d{10,15}$/, clientWording.phone)),
  address: line({ label: 'Address', max: clientLimits.address, required: clientWording.address }),
  dateOfBirth: calendarDate({
    required: clientWording.dateOfBirth,
    invalid: clientWording.dateOfBirthInvalid,
  }),
})

/** What the API takes: as the form, but an imported record may lack a status (decision 36). */
export const clientInput = z.extend(clientForm, {
  status: z.nullish(requiredStatus),
})

export type ClientForm = z.output<typeof clientForm>
export type ClientInput = z.output<typeof clientInput>

/** Decision 15: a birth date is not in the future. `today` is 'YYYY-MM-DD'. */
export function clientMistakes(client: Pick<ClientInput, 'dateOfBirth'>, today: string): Mistakes {
  return client.dateOfBirth > today ? { dateOfBirth: clientWording.dateOfBirthInFuture } : {}
}

/** A client as every call answers it. `_id` and `id` are the same opaque string (decision 12). */
export const client = z.object({
  _id: z.string(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.nullable(clientStatus),
  service: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  dateOfBirth: z.string().check(z.describe('Calendar date, YYYY-MM-DD')),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})

export type Client = z.output<typeof client>
