import * as z from 'zod/mini'
import { emailAddress, line, prose } from '../text.ts'
import { contactLimits } from './limits.ts'
import { contactWording } from './wording.ts'

const { required, emailInvalid } = contactWording

/** What a visitor writes (§5). */
export const contactInput = z.object({
  name: line({ label: 'Name', max: contactLimits.name, required }).check(
    z.describe('Who writes, as they like to be called'),
  ),
  email: emailAddress({ required, invalid: emailInvalid }).check(z.describe('Where the answer goes')),
  message: prose({ label: 'Message', max: contactLimits.message, required }).check(
    z.describe('What it is about; line breaks are kept'),
  ),
  /** Decision 28. Called like nothing that browsers fill in by themselves. */
  reference: z
    .optional(z.unknown())
    .check(z.describe('Leave it out. It is an unseen field of the form: who fills it in is a program')),
})

export type ContactInput = z.output<typeof contactInput>
