import { type AuditKey, type Keyring, MissingKeys } from '#server/audit/keyring.ts'
import type { ChainEnd } from '#server/audit/seal-store.ts'
import { auditTrail } from '#server/audit/store.ts'

import { type ChainVerdict, type KnownSeal, verifyChain } from '#server/audit/verify-trail.ts'
import { kyselyFor, type OwnerConnection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { toFileError, writeNewFile } from './backup-file.ts'
import {
  beginSnapshot,
  endSnapshot,
  listTables,
  makeTrailTables,
  removeSeals,
  sealsUntil,
  withRollback,
} from './backup-store.ts'
import { archiveFormatName, openBackup } from './format.ts'
import { fillTables } from './restore-backup.ts'
import { doubtAboutOrigin } from './signature.ts'
import { headerOf, packedBytes } from './write-backup.ts'

/* Old rows of the audit trail move into a signed file, in the format of a backup; the chain of seals continues across the gap. */

interface ArchiveOptions {
  /** Absolute. Must not exist yet. */
  file: string
  /** Rows that were sealed before this instant are moved. */
  before: Date
  /** BACKUP_KEY; without it the file is not encrypted. */
  key: string | undefined
  signingKey: AuditKey
  /** For the audit row: the account of the operator. */
  operator: string
  clock: () => Date
  progress: (done: number, total: number) => void
}

/**
 * Writes the file, then the row that says where the trail now begins, and only then removes the rows. If it is stopped in
 * between, the trail is intact, and the next call removes the rest.
 */
export async function archiveTrail(
  owner: OwnerConnection,
  options: ArchiveOptions,
): Promise<{ rows: number }> {
  const { file, before, clock, progress } = options
  const written: { end?: ChainEnd & { until: Date }; rows: number } = { rows: 0 }
  async function* bytes() {
    await beginSnapshot(owner)
    const end = await sealsUntil(owner, before)
    if (!end) throw new OperatorError('No row of the audit trail is that old. Nothing was changed.')
    Object.assign(written, { end, rows: end.rows })
    const where: Record<string, string> = {
      audit_events: `id <@ '${end.ids}'::int8multirange`,
      audit_seals: `seq <= ${end.seq}`,
    }
    const tables = (await listTables(owner)).flatMap((table) => {
      const condition = where[table.name]
      return condition ? [{ ...table, where: condition }] : []
    })
    const header = await headerOf(owner, archiveFormatName, tables, options)
    yield* await packedBytes(owner, { tables, header, seal: end }, options)
    await endSnapshot(owner)
  }
  try {
    await writeNewFile(file, bytes())
  } catch (error) {
    throw toFileError(error, file)
  }
  const { end, rows } = written
  if (!end) throw new Error('the archive was written without an end')
  const archived = { seal: end.seq, hash: end.hash.toString('hex'), until: end.until.toISOString() }
  const details = { archived, count: rows }
  await auditTrail(options.signingKey, options.operator).record(kyselyFor(owner), {
    at: clock(),
    action: 'archived',
    kind: 'audit trail',
    details,
  })
  await removeSeals(owner, end.seq, progress)
  return { rows }
}

/** Whether the file is an archive of the audit trail; otherwise it is a backup. */
export async function isArchive(file: string, key: string | undefined): Promise<boolean> {
  const { header, close } = await openBackup(file, key)
  await close()
  return header.format === archiveFormatName
}

/** What `verify-audit` finds in an archive. `doubt` says why nothing shows where the file comes from. */
type ArchiveVerdict = { chain: ChainVerdict; missing: MissingKeys; doubt: string | undefined }

/** Checks the rows and seals of an archive like those of the trail, in tables of their own. */
export async function verifyArchive(
  owner: OwnerConnection,
  file: string,
  { key, keys, knownSeals }: { key: string | undefined; keys: Keyring; knownSeals: KnownSeal[] },
): Promise<ArchiveVerdict> {
  const archive = await openBackup(file, key)
  return await withRollback(owner, async () => {
    await makeTrailTables(owner)
    const manifest = await fillTables(owner, archive, { file })
    const doubt = doubtAboutOrigin(keys, { file, headerSum: archive.headerSum, manifest })
    const missing = new MissingKeys()
    const chain = await verifyChain({ db: kyselyFor(owner), keys, knownSeals, missing, beginsAnywhere: true })
    return { chain, missing, doubt }
  })
}
