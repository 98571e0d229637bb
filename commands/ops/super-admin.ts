import { z } from 'zod'
import { usageError } from '#commands/command-line.ts'
import { say, tell } from '#commands/install.mjs'
import { linkForSuperAdmin, type SuperAdminLink } from '#server/employees/super-admin-link.ts'
import { type Operation, readOne, withDatabase } from './operation.ts'

const options = { promote: { type: 'boolean', default: false } } as const

export const superAdmin: Operation = {
  usage: 'npm run ops -- super-admin EMAIL [--promote]',
  explanation:
    'Prints a one-time link to set the password of that super-admin. Creates the account if needed.\n' +
    'The link begins with PUBLIC_URL, or http://localhost:PORT if that is not set.\n' +
    '--promote    promotes an employee who has another role; without it, nothing is changed',
  async run(parameters) {
    const { one: email, values } = readOne('one email address', parameters, this.usage, options)
    if (!z.email().safeParse(email).success) throw usageError('Specify one email address.', this.usage)
    await withDatabase(async ({ db, trail }, { publicUrl }) => {
      const deps = { db, trail, clock: () => new Date(), publicUrl }
      const made = await linkForSuperAdmin(deps, email, { mayPromote: values.promote })
      const sentence = describeChange(email, made)
      // Standard output is the link alone: scripts read it.
      if (sentence) tell(sentence)
      say(made.link)
    })
  },
}

function describeChange(email: string, { isNew, promotedFrom }: SuperAdminLink): string | undefined {
  if (isNew) return `Created super-admin ${email}.`
  if (promotedFrom) {
    return `Promoted ${email} from ${promotedFrom} to super-admin. That employee has to sign in again.`
  }
  return undefined
}
