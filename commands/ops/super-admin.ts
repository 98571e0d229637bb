import { z } from 'zod'
import { superAdminLink } from '#server/operations/super-admin-link.ts'
import { say } from '../install.mjs'
import { misused, type Operation } from './operation.ts'
import { withDatabase } from './with-database.ts'

export const superAdmin: Operation = {
  usage: 'super-admin EMAIL',
  explanation:
    'Prints a one-time link to set the password of that super-admin, creating the account if needed.',
  async run([email, ...more]) {
    if (!email || more.length > 0 || !z.email().safeParse(email).success) {
      throw misused('Give one e-mail address.', this.usage)
    }
    await withDatabase(async ({ db }, { publicUrl }) => {
      say(await superAdminLink({ db, clock: () => new Date(), publicUrl }, email))
    })
  },
}
