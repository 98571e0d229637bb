import { say } from '#commands/install.mjs'
import { lockAccountByEmail } from '#server/accounts/store.ts'
import { OperatorError } from '#server/operator-error.ts'
import { resetTwoStep } from '#server/session/two-step.ts'
import { type Operation, readOne, withExistingDatabase } from './operation.ts'

export const twoStepReset: Operation = {
  usage: 'npm run ops -- two-step-reset EMAIL',
  explanation:
    'Turns off two-step sign-in for an employee who has lost the phone or the passkeys, and the recovery codes.\n' +
    'Their passkeys are removed, their sessions end, and they get an email about it.\n' +
    'Make sure that the request really comes from them.',
  async run(parameters) {
    const { one: email } = readOne('one email address', parameters, this.usage)
    await withExistingDatabase(async ({ db, trail }) => {
      const at = new Date()
      await db.transaction().execute(async (trx) => {
        const account = await lockAccountByEmail(trx, email)
        if (!account) throw new OperatorError(`There is no employee with the email address ${email}.`)
        if (!(await resetTwoStep(trx, account, at)))
          throw new OperatorError(`${email} does not use two-step sign-in. Nothing was changed.`)
        const reset = { action: 'reset two-step sign-in', kind: 'employee', id: account.id } as const
        await trail.record(trx, { at, ...reset })
      })
      say(
        `Two-step sign-in for ${email} was reset. They were signed out and can now sign in with the password alone.`,
      )
    })
  },
}
