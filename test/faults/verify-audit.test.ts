import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { organizationHere } from '#commands/ops/operation.ts'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { databaseIdentity } from '#server/audit/seal-store.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { type AuditTrail, auditTrail } from '#server/audit/store.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { readConfig } from '#server/config.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { makeUsedFolder } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

let audit: AuditTrail

const intact = { code: 0, printed: expect.stringMatching(/^The audit trail is intact: [1-9]\d* rows?\./) }

test('verify-audit finds the trail intact beside the running server, after a kill, and with no server at all [T331]', async () => {
  const instance = await newTestInstance({ DATA_DIR: await makeUsedFolder() })
  onTestFinished(() => instance.remove())
  const first = await instance.start()
  const api = apiCaller(first.url)
  const token = await api.becomeSuperAdmin(first.link() ?? '')
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Zoë’s lease 🙂\n\t“שלום”' })
  await api.send('PUT', `/clients/${client.id}`, token, { ...hodan, address: 'Ł 1\u0301' })
  // The server seals within a second or two.
  await expect
    .poll(() => instance.ops('verify-audit', '--records'))
    .toMatchObject({
      code: 0,
      printed: expect.stringContaining('1 client and 1 note match their last audit row. Not covered: 0.'),
    })

  first.process.kill('SIGKILL')
  const second = await instance.start()
  await apiCaller(second.url).send('POST', '/clients', token, hodan)
  await second.stop()

  const verdict = await instance.ops('verify-audit')
  expect(verdict).toMatchObject(intact)
  expect(verdict.printed).not.toContain('to be sealed')
})

test('verify-audit compares the trail with AUDIT_ANCHOR_DIR and with backups, and says with which [T465]', async () => {
  const anchor = mkdtempSync(join(tmpdir(), 'stable-housing-anchor-'))
  onTestFinished(() => rmSync(anchor, { recursive: true }))
  const { instance, database, addSealedRow } = await sealedTrail({ AUDIT_ANCHOR_DIR: anchor })
  const backup = join(instance.dataDir, 'one.backup')
  expect(await instance.ops('backup', backup)).toMatchObject({ code: 0 })
  const name = `audit-seal-${await databaseIdentity(database.db)}`
  const [inDataFolder, inAnchor] = [join(instance.dataDir, name), join(anchor, name)]
  copyFileSync(inDataFolder, inAnchor)
  await addSealedRow()
  const compared = `Compared with the data folder (seal 2), AUDIT_ANCHOR_DIR (seal 1), and ${backup} (seal 1).`
  expect(await instance.ops('verify-audit', '--records', backup)).toMatchObject({
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
  expect(await instance.ops('verify-audit')).toMatchObject(ends('AUDIT_ANCHOR_DIR'))
  rmSync(inAnchor)
  expect(await instance.ops('verify-audit')).toMatchObject({
    code: 2,
    errorOutput: expect.stringContaining(
      'Not compared with AUDIT_ANCHOR_DIR, which has no seal of these rows.',
    ),
  })
  expect(await instance.ops('verify-audit', backup)).toMatchObject(ends(backup))
})

test('verify-audit without the key names the file to bring and does not call the trail broken', async () => {
  const { instance, database } = await sealedTrail()
  const SESSION_SECRET = 'k3Yv8Qn5TzWb1RxM6Hc9PdLs2JfGa7Eu'
  const other = await newTestInstance({ DATABASE_URL: database.connectionString, SESSION_SECRET })
  onTestFinished(() => other.remove())
  const { code, printed, errorOutput } = await other.ops('verify-audit')
  expect({ code, printed }).toEqual({ code: 1, printed: '' })
  expect(errorOutput).toMatch(
    /^The audit trail can't be checked yet: \d+ rows and seals, the first of them row 1, were made with the key /,
  )
  expect(errorOutput).not.toContain('broken')

  const keys = `${other.dataDir}/audit-keys`
  expect(errorOutput).toContain(keys)
  appendFileSync(keys, readFileSync(`${instance.dataDir}/audit-keys`))
  expect(await other.ops('verify-audit')).toMatchObject({
    code: 2,
    printed: expect.stringMatching(
      /^The audit trail matches its seals: [1-9]\d* rows?, but there is no seal/,
    ),
  })
})

test('audit archive refuses rows within RETENTION_YEARS, and moves older ones into a file that verify-audit reads [T334]', async () => {
  const { instance, database, addSealedRow } = await sealedTrail({ RETENTION_YEARS: '0' })
  await addSealedRow()
  const file = join(instance.dataDir, 'old.archive')
  const dayOf = calendarDayIn((await organizationHere()).timeZone)
  const tomorrow = dayOf(new Date(Date.now() + 24 * 3_600_000))
  const archive = (before: string) => instance.ops('audit', 'archive', '--before', before, file)
  expect(await archive('2199-01-01')).toMatchObject({
    code: 1,
    errorOutput: expect.stringMatching(/^--before must be .* or earlier: .*Nothing was removed\.$/m),
  })
  expect(await archive(tomorrow)).toMatchObject({ code: 0, printed: `${file}: 1 row, not encrypted\n` })
  await addSealedRow()
  expect((await database.pool.query('SELECT FROM audit_seals WHERE seq = 1')).rowCount).toBe(0)
  expect(await instance.ops('verify-audit', file)).toMatchObject({
    code: 0,
    printed: expect.stringMatching(
      /old\.archive is intact: 1 row, seals 1 to 1\.\nThe audit trail is intact: 3 rows\..* were moved into a file\./s,
    ),
  })
  expect(await instance.ops('restore', file)).toMatchObject({
    code: 1,
    errorOutput: expect.stringContaining('holds old rows of the audit trail and is not a backup'),
  })
})

/** A sealed trail, and an instance whose data folder holds its key and remembers its end. */
async function sealedTrail(more: Record<string, string> = {}) {
  const database = await createTestDatabase()
  const instance = await newTestInstance({ DATABASE_URL: database.connectionString, ...more })
  onTestFinished(() => instance.remove())
  const keys = readAuditKeys(readConfig(instance.env, '/'))
  audit = auditTrail(keys[0])
  const { round, kept } = sealingRounds({
    db: database.db,
    keys,
    folders: [{ name: 'the data folder', path: instance.dataDir }],
    log: { error: console.error },
  })
  async function addSealedRow() {
    await audit.record(database.db, { at: new Date(), action: 'viewed', kind: 'client' })
    await round()
    await kept()
  }
  await addSealedRow()
  return { instance, database, addSealedRow }
}
