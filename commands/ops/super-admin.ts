import { z } from 'zod'
import { misused, readParameters } from '#commands/command-line.ts'
import { say, tell } from '#commands/install.mjs'
import { linkForSuperAdmin, type SuperAdminLink } from '#server/employees/super-admin-link.ts'
import { type Operation, withDatabase } from './operation.ts'

const options = { promote: { type: 'boolean', default: false } } as const

export const superAdmin: Operation = {
  usage: 'npm run ops -- super-admin EMAIL [--promote]',
  explanation:
    'Prints a one-time link to set the password of that super-admin, creating the account if needed.\n' +
    'The link begins with PUBLIC_URL or http://localhost:PORT, as set where the command runs.\n' +
    '--promote    makes the employee with that address a super-admin; without it an employee of another role is refused',
  async run(parameters) {
    const { values, positionals } = readParameters(
      parameters,
      { options, allowPositionals: true },
      this.usage,
    )
    const [email, ...more] = positionals
    if (!email || more.length > 0 || !z.email().safeParse(email).success) {
      throw misused('Give one email address.', this.usage)
    }
    await withDatabase(async ({ db }, { publicUrl }) => {
      const deps = { db, clock: () => new Date(), publicUrl }
      const made = await linkForSuperAdmin(deps, email, { mayPromote: values.promote })
      const sentence = whatWasDone(email, made)
      // Standard output is the link alone: scripts read it.
      if (sentence) tell(sentence)
      say(made.link)
    })
  },
}

function whatWasDone(email: string, { isNew, promotedFrom }: SuperAdminLink): string | undefined {
  if (isNew) return `Created super-admin ${email}.`
  if (promotedFrom) {
    return `Promoted ${email} from ${promotedFrom} to super-admin. Who was signed in with that account has to sign in again.`
  }
  return undefined
}
