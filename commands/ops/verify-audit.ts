import { usageError } from '#commands/command-line.ts'
import { say } from '#commands/install.mjs'
import { auditKeyFile, type MissingKeys, readAuditKeys } from '#server/audit/keyring.ts'
import { type Verdict, verifyTrail } from '#server/audit/verify-trail.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Operation, withExistingDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

export const verifyAudit: Operation = {
  usage: 'npm run ops -- verify-audit',
  explanation:
    'Checks that no row of the audit trail was forged, changed or removed, and names the first that was.\n' +
    'Exits with code 1 in that case, and if a key is missing that the check needs; with code 2 if this data folder\n' +
    'has no seal, so that rows removed from the end would not be noticed.',
  async run(parameters) {
    if (parameters.length > 0) throw usageError('verify-audit takes no parameters.', this.usage)
    await withExistingDatabase(async ({ db }, config) => {
      const { dataDir } = config
      const bar = progressBar('Checking')
      const verdict = await verifyTrail({ db, keys: readAuditKeys(config), dataDir, progress: bar.show })
      bar.end()
      if (verdict.outcome === 'broken')
        throw new OperatorError(`The audit trail is broken. ${verdict.reason}`)
      if (verdict.outcome === 'unsealed') throw unsealed(verdict)
      if (verdict.outcome === 'missing keys') throw missingKeys(verdict.missing, auditKeyFile(dataDir))
      say(verdict.hasRememberedSeal ? intact(verdict) : uncertainEnd(verdict))
      if (verdict.end) say(`Newest seal: ${verdict.end.hash.toString('hex')}`)
      if (!verdict.hasRememberedSeal) process.exitCode = 2
    })
  },
}

function intact({ rows, waiting }: Extract<Verdict, { outcome: 'intact' }>): string {
  const sentence = `The audit trail is intact: ${counted(rows)}.`
  if (waiting === 0) return sentence
  const are = waiting === 1 ? 'is' : 'are'
  return `${sentence} ${counted(waiting, 'newer ')} ${are} not sealed yet; the running server seals rows within a second.`
}

function uncertainEnd({ rows }: Extract<Verdict, { outcome: 'intact' }>): string {
  const found =
    rows === 0 ? 'The audit trail is empty' : `The audit trail matches its seals: ${counted(rows)}`
  return `${found}, but this data folder has no seal to compare the end of the trail with: rows deleted from the end would not be noticed. A server that runs on this folder stores each seal there.`
}

function unsealed({ count, first }: Extract<Verdict, { outcome: 'unsealed' }>): OperatorError {
  const were = count === 1 ? 'was' : 'were'
  return new OperatorError(
    `${counted(count)} of the audit trail ${were} never sealed; the first is row ${first}. A running server seals rows within a second: if it has not run since, start it and check again.`,
  )
}

function missingKeys({ count, first, ids }: MissingKeys, file: string): OperatorError {
  const were = count === 1 ? 'was' : 'were'
  const [keys, are] = ids.size === 1 ? ['key', 'is'] : ['keys', 'are']
  return new OperatorError(
    `The audit trail can't be checked yet: ${count.toLocaleString('en-US')} ${count === 1 ? 'row or seal' : 'rows and seals'}, the first of them ${first}, ${were} made with the ${keys} ${[...ids].join(', ')}, which ${are} not in ${file}. ` +
      `Find the file audit-keys of the data folder where they were made, and append its lines to this file.`,
  )
}

function counted(count: number, kind = ''): string {
  return `${count.toLocaleString('en-US')} ${kind}${count === 1 ? 'row' : 'rows'}`
}
