import { misused } from '#commands/command-line.ts'
import { say } from '#commands/install.mjs'
import { auditKeyring, fileOfKeys } from '#server/audit/keyring.ts'
import { type Verdict, verifyChain } from '#server/audit/verify-chain.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Operation, withExistingDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

export const verifyAudit: Operation = {
  usage: 'npm run ops -- verify-audit',
  explanation:
    'Checks that no row of the audit trail was changed, removed or cut off, and names the first that was.\n' +
    "Ends with code 1 then, and where a key is missing without which that can't be told.",
  async run(parameters) {
    if (parameters.length > 0) throw misused('verify-audit takes no parameters.', this.usage)
    await withExistingDatabase(async ({ db }, config) => {
      const { dataDir } = config
      const bar = progressBar('Checking')
      const verdict = await verifyChain({ db, keys: auditKeyring(config), dataDir, progress: bar.show })
      bar.end()
      if (verdict.outcome === 'broken')
        throw new OperatorError(`The audit trail is broken. ${verdict.reason}`)
      if (verdict.outcome === 'uncheckable') throw uncheckable(verdict, fileOfKeys(dataDir))
      say(sentence(verdict.head.seq, verdict.unsealed))
      if (verdict.head.seq > 0) say(`Newest link: ${verdict.head.hash.toString('hex')}`)
    })
  },
}

function sentence(sealed: number, unsealed: number): string {
  const whole = `The audit trail is whole: ${rows(sealed)}.`
  if (unsealed === 0) return whole
  const wait = unsealed === 1 ? 'waits' : 'wait'
  return `${whole} ${rows(unsealed, 'newer ')} ${wait} to be sealed; the running server does that.`
}

function uncheckable(verdict: Extract<Verdict, { outcome: 'uncheckable' }>, file: string): OperatorError {
  const { missingKeys } = verdict
  const were = verdict.rows === 1 ? 'was' : 'were'
  const [keys, are] = missingKeys.length === 1 ? ['key', 'is'] : ['keys', 'are']
  return new OperatorError(
    `The audit trail can't be checked yet: ${rows(verdict.rows)} ${were} sealed with the ${keys} ${missingKeys.join(', ')}, which ${are} not in ${file}. ` +
      `Bring the file audit-keys of the data folder in which that was done, and add its lines to the end of this one.`,
  )
}

function rows(count: number, kind = ''): string {
  return `${count.toLocaleString('en-US')} ${kind}${count === 1 ? 'row' : 'rows'}`
}
