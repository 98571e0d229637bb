import * as z from 'zod/mini'
import { emailAddress, line, prose } from '../text.ts'
import { contactLimits, contactWording } from './form.ts'

const { required, emailInvalid } = contactWording

/** What a visitor writes. */
export const contactInput = z.object({
  name: line({ label: 'Name', max: contactLimits.name, required }).check(
    z.meta({ description: 'Who writes, as they like to be called', examples: ['Amina Yusuf'] }),
  ),
  email: emailAddress({ required, invalid: emailInvalid }).check(z.describe('Where the answer goes')),
  message: prose({ label: 'Message', max: contactLimits.message, required }).check(
    z.meta({ description: 'What it is about; line breaks are kept', examples: ['My lease ends in May.'] }),
  ),
  /** Named like nothing that browsers fill in by themselves. */
  reference: z
    .optional(z.unknown())
    .check(z.describe('Leave it out. It is an unseen field of the form: who fills it in is a program')),
})

export type ContactInput = z.output<typeof contactInput>

/** A message as every call answers it. `_id` and `id` are the same opaque string. */
export const contactMessage = z.object({
  _id: z
    .string()
    .check(z.meta({ description: 'The same as `id`', examples: ['7d2f6b90-4c1e-4a83-b5d7-90e3f1a2c468'] })),
  id: z
    .string()
    .check(z.meta({ description: 'Id of the message', examples: ['7d2f6b90-4c1e-4a83-b5d7-90e3f1a2c468'] })),
  name: z.string().check(z.meta({ examples: ['Amina Yusuf'] })),
  email: z.string().check(z.meta({ examples: ['amina@example.org'] })),
  message: z.string().check(z.meta({ examples: ['My lease ends in May.'] })),
  receivedAt: z.iso.datetime().check(z.describe('When it arrived')),
  readAt: z
    .nullable(z.iso.datetime())
    .check(z.describe('When somebody first marked it as read; null while it is unread')),
})

export type ContactMessage = z.output<typeof contactMessage>
