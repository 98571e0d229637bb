import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Connection, kyselyFor } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { withMigrationLock } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import type { RowContent } from './digest.ts'
import { type Keyring, MissingKeys } from './keyring.ts'
import { recoveryHint, rememberedSeal, rememberSeal, sealFile, sealFolders } from './remembered-seal.ts'
import {
  addSeal,
  type ChainEnd,
  type CheckedRow,
  contentColumns,
  databaseIdentity,
  emptyChain,
  newestSeal,
  type Seal,
  toListedRow,
} from './seal-store.ts'

/* Releases before December 2026 stored a link for each audit row, each with the hash of the one before (docs/decisions/0054). */

interface CheckDeps {
  keys: Keyring
  missing: MissingKeys
  dataDir: string
}

/** Returns the end of the valid part of the chain and, if a link is invalid, the reason. */
export async function checkLegacyChain(
  db: Connection,
  { keys, missing, dataDir }: CheckDeps,
): Promise<{ end: ChainEnd; reason?: string }> {
  let end = emptyChain
  if (!(await hasLegacyChain(db))) return { end }
  const database = await databaseIdentity(db)
  const remembered = await rememberedSeal(dataDir, database, 'head')
  for await (const link of linksInOrder(db)) {
    const { seq, event_id: row, previous_hash, hash, key_id } = link
    if (seq !== end.seq + 1) return { end, reason: `Link ${end.seq + 1} is missing.` }
    if (link.at === null) return { end, reason: `Row ${row}, sealed by link ${seq}, is missing.` }
    if (!previous_hash.equals(end.hash))
      return { end, reason: `Link ${seq} does not follow from link ${end.seq}.` }
    const key = keys.find(({ id }) => id === key_id)
    if (!key) missing.add(key_id, `row ${row}`)
    const { at, actor_id, actor_role, action, record_kind, record_id, details } = link
    const own = [end.hash.toString('hex'), seq, key_id, row, at]
    const text = JSON.stringify([...own, actor_id, actor_role, action, record_kind, record_id, details])
    if (key && !createHmac('sha256', key.secret).update(text).digest().equals(hash))
      return { end, reason: `Row ${row}, sealed by link ${seq}, was changed after it was sealed.` }
    if (seq === remembered?.seq && !hash.equals(remembered.hash)) break
    end = { seq, hash }
  }
  if (!remembered || remembered.seq <= end.seq) return { end }
  const file = sealFile(dataDir, database, 'head')
  return {
    end,
    reason: `Rows after link ${end.seq} were deleted or replaced: the data folder remembers link ${remembered.seq}. ${recoveryHint(file)}`,
  }
}

async function hasLegacyChain(db: Connection): Promise<boolean> {
  const { rows } = await sql`SELECT WHERE to_regclass('audit_links') IS NOT NULL`.execute(db)
  return rows.length > 0
}

async function* linksInOrder(db: Connection) {
  type Row = RowContent | { [Column in keyof RowContent]: null }
  for (let done = 0; ; ) {
    const { rows } = await sql<ChainEnd & { event_id: number; previous_hash: Buffer; key_id: string } & Row>`
      SELECT link.*, ${contentColumns} FROM audit_links AS link LEFT JOIN audit_events AS event ON event.id = event_id
      WHERE seq > ${done} ORDER BY seq LIMIT 5000`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    done = last.seq
  }
}

interface ConversionDeps {
  database: Pick<OpenDatabase, 'db' | 'asOwner'>
  keys: () => Keyring
  dataDir: string
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Runs at the first start after an upgrade, or after an older backup was restored. Seals the rows that have no digest,
 * and drops the links if all of them are valid; otherwise the links stay for `verify-audit`. All in one transaction.
 */
export async function convertLegacyChain(deps: ConversionDeps): Promise<void> {
  const { database, dataDir, log } = deps
  const isDue = async (db: Connection) => (await hasLegacyChain(db)) && !(await newestSeal(db))
  if (!(await isDue(database.db))) return
  const keys = deps.keys()
  const seal = await database.asOwner((owner) =>
    withMigrationLock(owner, async () => {
      const trx = kyselyFor(owner)
      await takeLock(trx, 'audit chain')
      // Another instance may have been faster.
      if (!(await isDue(trx))) return undefined
      const missing = new MissingKeys()
      const { end, reason } = await checkLegacyChain(trx, { keys, missing, dataDir })
      const last = await sealLegacyRows(trx, keys, end.hash)
      const problem = reason ?? (missing.first && `A key is missing for ${missing.first}.`)
      if (problem)
        log.error(`the links of the earlier release's audit trail were kept; run verify-audit. ${problem}`)
      else await sql`DROP TABLE audit_links`.execute(trx)
      return last
    }),
  )
  const [folder] = sealFolders({ dataDir })
  const problem = seal && (await rememberSeal(database.db, folder, seal))
  if (problem) log.error(problem)
}

async function sealLegacyRows(trx: Connection, [key]: Keyring, legacyEnd: Buffer): Promise<Seal | undefined> {
  let seal: Seal | undefined
  for (;;) {
    const { rows } = await sql<CheckedRow>`
      SELECT event.id, NULL AS digest, ${contentColumns} FROM audit_events AS event
      WHERE id > ${seal?.up_to ?? 0} AND digest IS NULL ORDER BY id LIMIT 10000`.execute(trx)
    if (rows.length === 0) return seal
    const listed = rows.map((row) => toListedRow(row, true))
    seal = await addSeal(trx, key, listed, { now: new Date(), legacyEnd })
  }
}
