import { auditKeyring } from '#server/audit/keyring.ts'
import { verifyChain } from '#server/audit/verify-chain.ts'
import { StartFailure } from '#server/start-failure.ts'
import { say } from '../install.mjs'
import { misused, type Operation } from './operation.ts'
import { progressBar } from './progress-bar.ts'
import { withDatabase } from './with-database.ts'

export const verifyAudit: Operation = {
  usage: 'verify-audit',
  explanation:
    'Checks that no row of the audit trail was changed, removed or cut off, and names the first that was.\nEnds with code 1 then.',
  async run(parameters) {
    if (parameters.length > 0) throw misused('verify-audit takes no parameters.', this.usage)
    await withDatabase(async ({ db }, config) => {
      const bar = progressBar('Checking')
      const verdict = await verifyChain({
        db,
        keys: auditKeyring(config),
        dataDir: config.dataDir,
        progress: bar.show,
      })
      bar.end()
      if (!verdict.isWhole) throw new StartFailure(`The audit trail is broken. ${verdict.reason}`)
      say(sentence(verdict.head.seq, verdict.unsealed))
      if (verdict.head.seq > 0) say(`Newest link: ${verdict.head.hash.toString('hex')}`)
    })
  },
}

function sentence(rows: number, unsealed: number): string {
  const whole = `The audit trail is whole: ${rows.toLocaleString('en-US')} rows.`
  if (unsealed === 0) return whole
  return `${whole} ${unsealed.toLocaleString('en-US')} newer rows wait to be sealed; the running server does that.`
}
