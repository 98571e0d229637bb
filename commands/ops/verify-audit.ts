import { filePath, readParameters } from '#commands/command-line.ts'
import { say, tell } from '#commands/install.mjs'
import type { ProvenKind } from '#server/audit/digest.ts'
import { auditKeyPlace, type Keyring, type MissingKeys, readAuditKeys } from '#server/audit/keyring.ts'
import { sealFolders } from '#server/audit/remembered-seal.ts'
import { type RecordSource, type RecordsVerdict, verifyRecords } from '#server/audit/verify-records.ts'
import { type KnownSeal, type Verdict, verifyTrail } from '#server/audit/verify-trail.ts'
import { openBackup, sealOf } from '#server/backup/format.ts'
import { mergeRecords } from '#server/client-merges/store.ts'
import { clientRecordStores } from '#server/client-record-stores.ts'
import { countStoredClients, storedClients } from '#server/clients/store.ts'
import type { Config } from '#server/config.ts'
import { counted } from '#server/counted.ts'
import type { Connection } from '#server/database/connection.ts'
import { storedFiles } from '#server/files/store.ts'
import { countStoredNotes, storedNotes, storedNoteVersions } from '#server/notes/store.ts'
import { OperatorError } from '#server/operator-error.ts'
import { storedDisclosures } from '#server/record-packet/store.ts'
import { type Operation, withExistingDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

const usage = 'npm run ops -- verify-audit [--records] [FILE …]'

export const verifyAudit: Operation = {
  usage,
  explanation:
    'Checks that no row of the audit trail was forged, changed or removed, and names the first that was. Compares it\n' +
    'with the seals in the data folder and in AUDIT_ANCHOR_DIR. Each FILE is a backup, whose seal is compared, too.\n' +
    '--records also compares the records of clients, and their disclosures, with what their last rows say was stored.\n' +
    'Exits with code 1 if something was changed or is missing, or if a key that the check needs is missing; with\n' +
    'code 2 if there is no seal to compare with, so that rows removed from the end would go unnoticed.',
  async run(parameters) {
    const options = { records: { type: 'boolean', default: false } } as const
    const { values, positionals } = readParameters(parameters, { options, allowPositionals: true }, usage)
    await withExistingDatabase(async ({ db }, config) => {
      const keys = readAuditKeys(config)
      const keyPlace = auditKeyPlace(config)
      const backups = await sealsOfBackups(positionals, config, keys)
      const folders = sealFolders(config)
      const verdict = await checkTrail({ db, keys, keyPlace, folders, backups })
      const isCompared = verdict.comparedWith.length > 0
      const compared = new Set(verdict.comparedWith.map(({ name }) => name))
      for (const { name } of [...folders, ...backups].filter(({ name }) => !compared.has(name)))
        tell(`Not compared with ${name}, which has no seal of these rows.`)
      say(isCompared ? intact(verdict) : uncertainEnd(verdict))
      if (verdict.end.seq > 0) say(`Newest seal: ${verdict.end.hash.toString('hex')}`)
      if (!isCompared) process.exitCode = 2
      if (values.records) await checkRecords(db, { keys, keyPlace })
    })
  },
}

type TrailOptions = Omit<Parameters<typeof verifyTrail>[0], 'progress'> & { keyPlace: string }

/** Throws an OperatorError if the trail is not intact. */
export async function checkTrail({ keyPlace, ...options }: TrailOptions) {
  const bar = progressBar('Checking')
  const verdict = await verifyTrail({ ...options, progress: bar.show })
  bar.end()
  if (verdict.outcome === 'broken') throw new OperatorError(`The audit trail is broken. ${verdict.reason}`)
  if (verdict.outcome === 'unsealed') throw unsealed(verdict)
  if (verdict.outcome === 'missing keys') throw missingKeys(verdict.missing, keyPlace)
  return verdict
}

/** Reads the newest seal of each backup, and reports the backups that can't be compared. */
async function sealsOfBackups(files: string[], { backupKey }: Config, keys: Keyring): Promise<KnownSeal[]> {
  const found: KnownSeal[] = []
  for (const name of files) {
    const { header, close } = await openBackup(filePath(name), { key: backupKey, keys })
    await close()
    const seal = sealOf(header)
    if (seal) found.push({ name, seal })
    else tell(`${name} was made before the first row was sealed. It was not compared.`)
  }
  return found
}

/** The kinds of records that `--records` compares with the trail. */
export const recordSources: Record<ProvenKind, RecordSource> = {
  client: { table: 'clients', count: countStoredClients, page: storedClients },
  note: { table: 'notes', count: countStoredNotes, page: storedNotes, versions: storedNoteVersions },
  'client merge': mergeRecords,
  'record packet': storedDisclosures,
  file: storedFiles,
  ...clientRecordStores,
}

/** Throws an OperatorError that names the records which do not match the trail. */
export async function checkRecords(
  db: Connection,
  { keys, keyPlace }: { keys: Keyring; keyPlace: string },
): Promise<void> {
  let total = 0
  for (const source of Object.values(recordSources)) total += await source.count(db)
  const bar = progressBar('Comparing')
  const verdict = await verifyRecords({
    db,
    keys,
    sources: recordSources,
    progress: (done) => bar.show(Math.min(done, total), total),
  })
  bar.end()
  const { differences, missing } = verdict
  if (differences.length > 0) throw new OperatorError(differenceList(differences))
  if (missing.count > 0) throw missingKeys(missing, keyPlace)
  say(recordsIntact(verdict))
}

const listedDifferences = 100

function differenceList(differences: string[]): string {
  const rest = differences.length - listedDifferences
  return [
    'These records do not match the audit trail:',
    ...differences.slice(0, listedDifferences),
    ...(rest > 0 ? [`And ${rest.toLocaleString('en-US')} more.`] : []),
  ].join('\n')
}

function recordsIntact({ proven, madeUp }: RecordsVerdict): string {
  const reason = madeUp > 0 ? ' (made up by seed)' : ''
  const counts = Object.entries(proven).map(([kind, count]) => counted(count, kind))
  return `${new Intl.ListFormat('en-US').format(counts)} match their last audit row. Not covered: ${madeUp.toLocaleString('en-US')}${reason}.`
}

function intact({ rows, waiting, comparedWith }: Extract<Verdict, { outcome: 'intact' }>): string {
  const seals = comparedWith.map(({ name, seal }) => `${name} (seal ${seal.seq})`)
  const sentence = `The audit trail is intact: ${counted(rows)}. Compared with ${new Intl.ListFormat('en-US').format(seals)}.`
  if (waiting === 0) return sentence
  const are = waiting === 1 ? 'is' : 'are'
  return `${sentence} ${counted(waiting, 'newer row')} ${are} not sealed yet; the running server seals rows within a second.`
}

function uncertainEnd({ rows }: Extract<Verdict, { outcome: 'intact' }>): string {
  const found =
    rows === 0 ? 'The audit trail is empty' : `The audit trail matches its seals: ${counted(rows)}`
  return `${found}, but there is no seal to compare the end of the trail with: rows deleted from the end would not be noticed. A server stores each seal in its data folder and in AUDIT_ANCHOR_DIR, and each backup holds the newest one.`
}

function unsealed({ count, first }: Extract<Verdict, { outcome: 'unsealed' }>): OperatorError {
  const were = count === 1 ? 'was' : 'were'
  return new OperatorError(
    `${counted(count)} of the audit trail ${were} never sealed; the first is row ${first}. A running server seals rows within a second: if it has not run since, start it and check again.`,
  )
}

function missingKeys({ count, first, ids }: MissingKeys, place: string): OperatorError {
  const were = count === 1 ? 'was' : 'were'
  const [keys, are] = ids.size === 1 ? ['key', 'is'] : ['keys', 'are']
  return new OperatorError(
    `The audit trail can't be checked yet: ${count.toLocaleString('en-US')} ${count === 1 ? 'row or seal' : 'rows and seals'}, the first of them ${first}, ${were} made with the ${keys} ${[...ids].join(', ')}, which ${are} not in ${place}. ` +
      `Find the file audit-keys of the data folder where they were made, and append its lines.`,
  )
}
