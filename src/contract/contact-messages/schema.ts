import * as z from 'zod/mini'
import { emailAddress, line, prose } from '../text.ts'
import { contactLimits, contactWording } from './form.ts'

const { required, emailInvalid } = contactWording

/** What a visitor writes. */
export const contactInput = z.object({
  name: line({ label: 'Name', max: contactLimits.name, required }).check(
    z.describe('Who writes, as they like to be called'),
  ),
  email: emailAddress({ required, invalid: emailInvalid }).check(z.describe('Where the answer goes')),
  message: prose({ label: 'Message', max: contactLimits.message, required }).check(
    z.describe('What it is about; line breaks are kept'),
  ),
  /** Named like nothing that browsers fill in by themselves. */
  reference: z
    .optional(z.unknown())
    .check(z.describe('Leave it out. It is an unseen field of the form: who fills it in is a program')),
  attempt: z
    .optional(z.uuid({ error: 'Attempt must be a UUID' }))
    .check(z.describe('A UUID of the caller’s making: the same message sent again with it is stored once')),
})

export type ContactInput = z.output<typeof contactInput>

/** A message as every call answers it. `_id` and `id` are the same opaque string. */
export const contactMessage = z.object({
  _id: z.string().check(z.describe('The same as `id`')),
  id: z.string().check(z.describe('Id of the message')),
  name: z.string().check(z.describe('Who wrote it')),
  email: z.string().check(z.describe('Where an answer goes')),
  message: z.string().check(z.describe('What it says')),
  receivedAt: z.iso.datetime().check(z.describe('When it arrived')),
  readAt: z
    .nullable(z.iso.datetime())
    .check(z.describe('When somebody first marked it as read; null while it is unread')),
})

export type ContactMessage = z.output<typeof contactMessage>
