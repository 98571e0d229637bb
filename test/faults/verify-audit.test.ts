import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backup } from '#commands/ops/backup.ts'
import { verifyAudit } from '#commands/ops/verify-audit.ts'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { databaseIdentity } from '#server/audit/seal-store.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { auditTrail } from '#server/audit/store.ts'
import { readConfig } from '#server/config.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { runOperation } from '#test/support/run-operation.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

test('verify-audit compares the trail with AUDIT_ANCHOR_DIR and with backups, and says with which [T465]', async () => {
  const anchor = mkdtempSync(join(tmpdir(), 'stable-housing-anchor-'))
  onTestFinished(() => rmSync(anchor, { recursive: true }))
  const { database, settings, addSealedRow } = await sealedTrail({ AUDIT_ANCHOR_DIR: anchor })
  const verify = (...parameters: string[]) => runOperation(verifyAudit, settings, ...parameters)
  const file = join(settings.DATA_DIR, 'one.backup')
  expect(await runOperation(backup, settings, file)).toMatchObject({ code: 0 })
  const name = `audit-seal-${await databaseIdentity(database.db)}`
  const [inDataFolder, inAnchor] = [join(settings.DATA_DIR, name), join(anchor, name)]
  copyFileSync(inDataFolder, inAnchor)
  await addSealedRow()
  const compared = `Compared with the data folder (seal 2), AUDIT_ANCHOR_DIR (seal 1), and ${file} (seal 1).`
  expect(await verify('--records', file)).toMatchObject({
    code: 0,
    printed: expect.stringContaining(compared),
  })
  await inSession(database.superuserConnection, (client) =>
    client.query(`SET session_replication_role = replica; DELETE FROM audit_seals; DELETE FROM audit_events`),
  )
  rmSync(inDataFolder)
  const ends = (place: string) => ({
    code: 1,
    errorOutput: expect.stringContaining(`The trail ends at seal 0, but ${place} remembers seal 1`),
  })
  expect(await verify()).toMatchObject(ends('AUDIT_ANCHOR_DIR'))
  rmSync(inAnchor)
  expect(await verify()).toMatchObject({
    code: 2,
    errorOutput: expect.stringContaining(
      'Not compared with AUDIT_ANCHOR_DIR, which has no seal of these rows.',
    ),
  })
  expect(await verify(file)).toMatchObject(ends(file))
})

test('verify-audit without the key names the file to bring and does not call the trail broken', async () => {
  const { settings } = await sealedTrail()
  const SESSION_SECRET = 'k3Yv8Qn5TzWb1RxM6Hc9PdLs2JfGa7Eu'
  const other = { ...settings, SESSION_SECRET, DATA_DIR: makeFolder() }
  const { code, printed, errorOutput } = await runOperation(verifyAudit, other)
  expect({ code, printed }).toEqual({ code: 1, printed: '' })
  expect(errorOutput).toMatch(
    /^The audit trail can't be checked yet: \d+ rows and seals, the first of them row 1, were made with the key /,
  )
  expect(errorOutput).not.toContain('broken')

  const keys = join(other.DATA_DIR, 'audit-keys')
  expect(errorOutput).toContain(keys)
  appendFileSync(keys, readFileSync(join(settings.DATA_DIR, 'audit-keys')))
  expect(await runOperation(verifyAudit, other)).toMatchObject({
    code: 2,
    printed: expect.stringMatching(
      /^The audit trail matches its seals: [1-9]\d* rows?, but there is no seal/,
    ),
  })
})

/** A sealed trail, and settings with a data folder that holds its key and remembers its end. */
async function sealedTrail(more: Record<string, string> = {}) {
  const database = await createTestDatabase()
  const settings = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: makeFolder(),
    SESSION_SECRET: 'rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua',
    ...more,
  }
  const keys = readAuditKeys(readConfig(settings, '/'))
  const trail = auditTrail(keys[0])
  const { round, kept } = sealingRounds({
    db: database.db,
    keys,
    folders: [{ name: 'the data folder', path: settings.DATA_DIR }],
    log: { error: console.error },
  })
  async function addSealedRow() {
    await trail.record(database.db, { at: new Date(), action: 'viewed', kind: 'client' })
    await round()
    await kept()
  }
  await addSealedRow()
  return { database, settings, addSealedRow }
}
