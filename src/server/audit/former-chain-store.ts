import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Connection, connectionOf } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { inMigrationLock } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import type { RowContent } from './digest.ts'
import { type Keyring, MissingKeys } from './keyring.ts'
import { fileOfSeal, rememberedSeal, rememberSeal, wayOn } from './remembered-seal.ts'
import {
  addSeal,
  beforeAll,
  type ChainEnd,
  type CheckedRow,
  contentColumns,
  databaseIdentity,
  listedRow,
  newestSeal,
  type Seal,
} from './seal-store.ts'

/* Releases until November 2026 made a link for each row of the audit trail (docs/decisions/0054). */

interface CheckDeps {
  keys: Keyring
  missing: MissingKeys
  dataDir: string
}

/** Where the chain ends, and what is wrong with the first link that does not fit. */
export async function checkFormerChain(
  db: Connection,
  { keys, missing, dataDir }: CheckDeps,
): Promise<{ end: ChainEnd; reason?: string }> {
  let end = beforeAll
  if (!(await hasFormerChain(db))) return { end }
  const database = await databaseIdentity(db)
  const remembered = rememberedSeal(dataDir, database, 'head')
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
  const file = fileOfSeal(dataDir, database, 'head')
  return {
    end,
    reason: `Behind link ${end.seq} rows were cut off or written anew: the data folder remembers link ${remembered.seq}. ${wayOn(file)}`,
  }
}

async function hasFormerChain(db: Connection): Promise<boolean> {
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

interface TakeOverDeps {
  database: Pick<OpenDatabase, 'db' | 'asOwner'>
  keys: () => Keyring
  dataDir: string
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * At the first start after an upgrade, or after the restore of an older backup: seals the rows without a digest as they
 * are, and drops the links if all of them fit. Otherwise they stay for `verify-audit`. All in one transaction.
 */
export async function takeOverFormerChain(deps: TakeOverDeps): Promise<void> {
  const { database, dataDir, log } = deps
  const isToDo = async (db: Connection) => (await hasFormerChain(db)) && !(await newestSeal(db))
  if (!(await isToDo(database.db))) return
  const keys = deps.keys()
  const seal = await database.asOwner((owner) =>
    inMigrationLock(owner, async () => {
      const trx = connectionOf(owner)
      await takeLock(trx, 'audit chain')
      // Another instance may have been faster.
      if (!(await isToDo(trx))) return undefined
      const missing = new MissingKeys()
      const { end, reason } = await checkFormerChain(trx, { keys, missing, dataDir })
      const last = await sealFormerRows(trx, keys, end.hash)
      const complaint = reason ?? (missing.first && `A key is missing for ${missing.first}.`)
      if (complaint)
        log.error(`the audit trail of the former release is left as it is; run verify-audit. ${complaint}`)
      else await sql`DROP TABLE audit_links`.execute(trx)
      return last
    }),
  )
  if (seal) await rememberSeal(database.db, dataDir, seal)
}

async function sealFormerRows(trx: Connection, [key]: Keyring, formerEnd: Buffer): Promise<Seal | undefined> {
  let seal: Seal | undefined
  for (;;) {
    const { rows } = await sql<CheckedRow>`
      SELECT event.id, NULL AS digest, ${contentColumns} FROM audit_events AS event
      WHERE id > ${seal?.up_to ?? 0} AND digest IS NULL ORDER BY id LIMIT 10000`.execute(trx)
    if (rows.length === 0) return seal
    const listed = rows.map((row) => listedRow(row, true))
    seal = await addSeal(trx, key, listed, { now: new Date(), formerEnd })
  }
}
