import { misused } from '#commands/command-line.ts'
import { say } from '#commands/install.mjs'
import { auditKeyring, fileOfKeys, type MissingKeys } from '#server/audit/keyring.ts'
import { type Verdict, verifyTrail } from '#server/audit/verify-trail.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Operation, withExistingDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

export const verifyAudit: Operation = {
  usage: 'npm run ops -- verify-audit',
  explanation:
    'Checks that no row of the audit trail was forged, changed, removed or cut off, and names the first that was.\n' +
    "Ends with code 1 then, and where a key is missing without which that can't be told; with code 2 where this\n" +
    'data folder remembers no seal, so that rows cut off at the end would not be missed.',
  async run(parameters) {
    if (parameters.length > 0) throw misused('verify-audit takes no parameters.', this.usage)
    await withExistingDatabase(async ({ db }, config) => {
      const { dataDir } = config
      const bar = progressBar('Checking')
      const verdict = await verifyTrail({ db, keys: auditKeyring(config), dataDir, progress: bar.show })
      bar.end()
      if (verdict.outcome === 'broken')
        throw new OperatorError(`The audit trail is broken. ${verdict.reason}`)
      if (verdict.outcome === 'unsealed') throw unsealed(verdict)
      if (verdict.outcome === 'uncheckable') throw uncheckable(verdict.missing, fileOfKeys(dataDir))
      say(verdict.isWitnessed ? whole(verdict) : unwitnessed(verdict))
      if (verdict.end) say(`Newest seal: ${verdict.end.hash.toString('hex')}`)
      if (!verdict.isWitnessed) process.exitCode = 2
    })
  },
}

function whole({ rows, waiting }: Extract<Verdict, { outcome: 'whole' }>): string {
  const sentence = `The audit trail is whole: ${counted(rows)}.`
  if (waiting === 0) return sentence
  const wait = waiting === 1 ? 'waits' : 'wait'
  return `${sentence} ${counted(waiting, 'newer ')} ${wait} to be sealed; the running server does that.`
}

function unwitnessed({ rows }: Extract<Verdict, { outcome: 'whole' }>): string {
  const found = rows === 0 ? 'The audit trail is empty' : `The audit trail fits its seals: ${counted(rows)}`
  return `${found}, but this data folder remembers no seal to hold the end of the trail against: rows that were cut off would not be missed. A server that runs on this folder remembers each seal that it makes.`
}

function unsealed({ count, first }: Extract<Verdict, { outcome: 'unsealed' }>): OperatorError {
  const were = count === 1 ? 'was' : 'were'
  return new OperatorError(
    `${counted(count)} of the audit trail ${were} never sealed; the first is row ${first}. A running server seals a row within a second: if none has run since, start it and check again.`,
  )
}

function uncheckable({ count, first, ids }: MissingKeys, file: string): OperatorError {
  const were = count === 1 ? 'was' : 'were'
  const [keys, are] = ids.size === 1 ? ['key', 'is'] : ['keys', 'are']
  return new OperatorError(
    `The audit trail can't be checked yet: ${count.toLocaleString('en-US')} ${count === 1 ? 'row or seal' : 'rows and seals'}, the first of them ${first}, ${were} made with the ${keys} ${[...ids].join(', ')}, which ${are} not in ${file}. ` +
      `Bring the file audit-keys of the data folder in which that was done, and add its lines to the end of this one.`,
  )
}

function counted(count: number, kind = ''): string {
  return `${count.toLocaleString('en-US')} ${kind}${count === 1 ? 'row' : 'rows'}`
}
