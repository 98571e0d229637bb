import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { backup } from '#commands/ops/backup.ts'
import { deleted } from '#commands/ops/deleted.ts'
import { restore } from '#commands/ops/restore.ts'
import { verifyAudit } from '#commands/ops/verify-audit.ts'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { readConfig } from '#server/config.ts'
import { addRecords, backUp, backupKey } from '#test/support/backup-records.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { runOperation } from '#test/support/run-operation.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* What the commands say and record. What a backup holds and a restore brings back is tested in test/database/backup.test.ts. */

async function newServer(SESSION_SECRET: string, kind?: 'empty') {
  const { connection, connectionString } = await createTestDatabase(kind)
  const settings = { DATABASE_URL: connectionString, DATA_DIR: makeFolder(), SESSION_SECRET }
  const operations = async () => {
    const { rows } = await inSession(connection, (owner) =>
      owner.query(
        "SELECT action, details->>'operator' AS operator FROM audit_events WHERE record_kind = 'backup' ORDER BY id",
      ),
    )
    return rows
  }
  return { connection, settings, operations, file: path.join(makeFolder(), '../today.backup') }
}

const operator = os.userInfo().username

test('backup and restore count what they moved, warn of an unencrypted file and a doubtful origin, and are recorded with the account', async () => {
  const one = await newServer('rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua')
  await addRecords(one.connection, 10)
  const made = await runOperation(backup, one.settings, one.file)
  expect(made.printed).toMatch(/today\.backup: (?!0 )[\d.]+ MB, 200 clients, 10 notes, not encrypted\n$/)
  expect(made.errorOutput).toContain('confidential records and is not encrypted')
  expect(await one.operations()).toEqual([{ action: 'made', operator }])

  const other = await newServer('k3Yv8Qn5TzWb1RxM6Hc9PdLs2JfGa7Eu', 'empty')
  const refused = await runOperation(restore, other.settings, one.file)
  expect(refused).toMatchObject({
    code: 1,
    printed: '',
    errorOutput: expect.stringContaining('--unverified'),
  })
  const restored = await runOperation(restore, other.settings, one.file, '--unverified')
  expect(restored).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^Restored 200 clients and 10 notes as of /),
    errorOutput: expect.stringMatching(
      /The origin of .* could not be checked\. Use the records only if no one else could have changed it\.\n/,
    ),
  })
  expect(restored.errorOutput).not.toContain('A backup is being made')
  expect(await other.operations()).toEqual([{ action: 'restored unverified', operator }])
  expect((await runOperation(backup, one.settings)).errorOutput).toContain('Specify one file.')
})

test('a weak BACKUP_KEY is refused, but restores what was encrypted with it', async () => {
  const server = await newServer('rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua', 'empty')
  const key = 'password1234'
  const weak = { ...server.settings, BACKUP_KEY: key }
  const source = await createTestDatabase()
  await addRecords(source.connection, 10)
  const [signingKey] = readAuditKeys(readConfig(server.settings, '/'))
  await backUp(source.connection, server.file, { key, signingKey })
  expect(await runOperation(verifyAudit, weak)).toMatchObject({
    code: 1,
    errorOutput: expect.stringContaining('BACKUP_KEY is too weak'),
  })
  const restored = await runOperation(restore, weak, server.file)
  expect(restored.printed).toMatch(/^Restored 200 clients and 10 notes as of /)
  expect(restored.errorOutput).not.toContain('could not be checked')
  const strong = { ...server.settings, BACKUP_KEY: backupKey }
  const made = await runOperation(backup, strong, `${server.file}-again`)
  expect(made.printed).toMatch(/: [\d.]+ MB, 200 clients, 10 notes, encrypted\n$/)
  expect(made.errorOutput).not.toContain('is not encrypted')
})

test('commands that read records do not create a database', async () => {
  const DATA_DIR = makeFolder()
  fs.mkdirSync(DATA_DIR)
  for (const [operation, ...parameters] of [
    [backup, 'today.backup'],
    [verifyAudit],
    [deleted, 'list'],
  ] as const) {
    const { code, printed, errorOutput } = await runOperation(operation, { DATA_DIR }, ...parameters)
    expect({ code, printed }, operation.usage).toEqual({ code: 1, printed: '' })
    expect(errorOutput).toContain(`There is no database in ${DATA_DIR}.`)
    expect(fs.readdirSync(DATA_DIR)).toEqual([])
  }
})
