import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restore as restoreCommand } from '#commands/ops/restore.ts'
import { backUpDaily } from '#server/backup/daily-backup.ts'
import { typeParsers } from '#server/database/connection.ts'
import { openDatabase } from '#server/database/open-database.ts'
import {
  addRecords,
  addSeal,
  backUp,
  backupKey,
  countAll,
  fingerprint,
  restore,
  signingKey,
} from '#test/support/backup-records.ts'
import { errorMessage, saysDamaged } from '#test/support/damaged-backups.ts'
import { makeFolder, until } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { forbidden, forbiddenToApp } from '#test/support/forbidden-to-app.ts'
import { runOperation } from '#test/support/run-operation.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Each backup is restored here; backup.test.ts reads most of them only. Much is noticed after rows were copied. */

const source = await createTestDatabase()
await addRecords(source.connection, 2_000)
await addSeal(source.connection)
const silent = { info: () => {}, warn: () => {}, error: () => {} }

async function backedUp(key?: string): Promise<string> {
  const parent = makeFolder('backups')
  fs.mkdirSync(parent)
  const file = path.join(parent, 'today.backup')
  await backUp(source.connection, file, { key })
  return file
}

test.each([
  ['encrypted', backupKey],
  ['unencrypted', undefined],
])(
  'no restore of a backup with a flipped byte, a cut-off end or appended bytes leaves a row, %s',
  async (_, key) => {
    const file = await backedUp(key)
    const good = fs.readFileSync(file)
    const size = good.length
    const { connection: into } = await createTestDatabase('empty')
    const expectError = async (content: Buffer, what: string) => {
      fs.writeFileSync(file, content)
      expect(await errorMessage(restore(into, file, { key })), what).toMatch(saysDamaged)
      expect(await countAll(into), what).toBe(0)
    }
    const start = [...Array(6).keys()].map((n) => n * 30)
    const spread = [...Array(3).keys()].map((n) => Math.floor(((n + 0.5) * size) / 3))
    for (const place of [...start, ...spread, size - 9, size - 1]) {
      const flipped = Buffer.from(good)
      flipped.writeUInt8(flipped.readUInt8(place) ^ 0xff, place)
      await expectError(flipped, `byte ${place}`)
    }
    for (const length of [40, size / 2, size - 1])
      await expectError(good.subarray(0, length), `cut at ${length}`)
    await expectError(Buffer.concat([good, Buffer.from('more')]), 'appended')
    fs.writeFileSync(file, good)
    await restore(into, file, { key })
    expect(await fingerprint(into)).toEqual(await fingerprint(source.connection))
  },
)

test('a restore of a daily backup brings back every value', async () => {
  const dataDir = makeFolder()
  const backupDir = path.join(dataDir, 'backups')
  fs.mkdirSync(backupDir, { recursive: true })
  const { db, connection } = source
  const daily = backUpDaily({
    database: { db, asOwner: (work) => inSession({ ...connection, types: typeParsers }, work) },
    config: { dataDir, backupDir, backupKey },
    migrations: migrationsFolder,
    keys: [signingKey],
    clock: () => new Date('2026-06-01T03:00:00Z'),
    log: silent,
    pauses: { afterStart: 1, afterFailure: 5, betweenChecks: 5 },
  })
  onTestFinished(() => daily.stop())
  await until(async () => (await daily.status()).lastBackup !== null)
  const target = await createTestDatabase('empty')
  const [name = ''] = fs.readdirSync(backupDir)
  await restore(target.connection, path.join(backupDir, name), { key: backupKey })
  expect(await fingerprint(target.connection)).toEqual(await fingerprint(connection))
})

test('in a private database that was restored, the app’s role can only add to the audit trail', async () => {
  const dataDir = makeFolder()
  const restored = await runOperation(restoreCommand, { DATA_DIR: dataDir }, await backedUp(), '--unverified')
  expect(restored).toMatchObject({ code: 0, printed: expect.stringMatching(/^Restored 200 clients/) })
  const { pools, asOwner, close } = await openDatabase(
    { kind: 'embedded', dataDir },
    // The start of the server would set the rights again.
    { progress: () => {}, log: silent, migrations: migrationsFolder, mode: 'server', migrated: false },
  )
  onTestFinished(() => close())
  await pools.reads.query(
    "INSERT INTO audit_events (at, action, record_kind, digest) VALUES (now(), 'sign-in', 'employee', '')",
  )
  for (const statement of forbiddenToApp)
    await expect(pools.reads.query(statement), statement).rejects.toMatchObject(forbidden)
  await expect(asOwner((owner) => owner.query('DELETE FROM audit_events'))).rejects.toThrow('append-only')
})
