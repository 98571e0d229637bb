import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { addRecords, backUp, fingerprint } from '#test/support/backup-records.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase, urlOf } from '#test/support/test-database.ts'

test('where the app has a role of its own the owner restores, and the app may work on the tables', async () => {
  const source = await createTestDatabase('migrated')
  const target = await createTestDatabase('migrated')
  const role = `app_${randomBytes(4).toString('hex')}`
  await inSession(target.superuserConnection, (client) =>
    client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of the app'`),
  )
  onTestFinished(async () => {
    await inSession(target.superuserConnection, async (client) => {
      await client.query(`DROP OWNED BY ${role}`)
      await client.query(`DROP ROLE ${role}`)
    })
    await source.close()
    await target.close()
  })
  await addRecords(source.connection, 10)
  const folder = makeFolder('backups')
  fs.mkdirSync(folder)
  const file = path.join(folder, 'today.backup')
  await backUp(source.connection, file)

  const database = await openDatabase(
    {
      kind: 'external',
      url: urlOf({ ...target.connection, user: role, password: 'of the app' }),
      ownerUrl: target.connectionString,
    },
    {
      progress: () => {},
      log: { info: () => {}, warn: () => {}, error: () => {} },
      migrations: migrationsFolder,
      migrated: false,
    },
  )
  const wanted = { key: undefined, migrations: migrationsFolder, clock: () => new Date() }
  await database.asOwner(async (owner) => {
    await restoreBackup(owner, { ...wanted, file, say: () => {} })
    await database.grantRights(owner)
  })
  expect(await fingerprint(target.connection)).toEqual(await fingerprint(source.connection))
  await database.pool.query("UPDATE clients SET phone = '6125550199'")
  await expect(database.pool.query('DELETE FROM audit_events')).rejects.toMatchObject({ code: '42501' })
  const again = `${file}-again`
  const { tables } = await database.asOwner((owner) => writeBackup(owner, { ...wanted, file: again, root }))
  expect(tables).toContainEqual(expect.objectContaining({ name: 'clients', rows: 200 }))
  await database.close()
})
