import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { readConfig } from '#server/config.ts'
import {
  addRecords,
  backUp,
  backupKey,
  blockBackups,
  blockRestores,
  countAll,
  fingerprint,
} from '#test/support/backup-records.ts'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { textOf } from '#test/support/damaged-backups.ts'
import { makeFolder, makeUsedFolder, until } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* The backup and restore commands, run as an operator runs them. Some runs are killed. */

const isRoot = process.getuid?.() === 0

function ops(database: TestDatabase, ...parameters: string[]) {
  const env = {
    ...bareEnvironment,
    DATABASE_URL: database.connectionString,
    SESSION_SECRET: 'rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua',
    DATA_DIR: makeFolder(),
  }
  const child = spawn(process.execPath, ['commands/ops.ts', ...parameters], { cwd: root, env })
  let output = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    output += part
  })
  return { child, output: () => output, ended: once(child, 'close') as Promise<[number | null]> }
}

async function kill(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await ended
  expect(child.signalCode).toBe('SIGKILL')
}

function makeFile(): string {
  const folder = makeFolder('backups')
  fs.mkdirSync(folder)
  return path.join(folder, 'today.backup')
}

test('a killed backup leaves no complete file, and a backup ten minutes later removes the partial one', async () => {
  const database = await createTestDatabase()
  await addRecords(database.connection, 100)
  const unblock = await blockBackups(database)
  const file = makeFile()
  const names = () => fs.readdirSync(path.dirname(file))
  const { child, ended } = ops(database, 'backup', file)
  await untilWaiting(database.ownerDb)
  await kill(child, ended)
  expect(names()).toEqual([expect.stringMatching(/^today\.backup\.partial-/)])
  const tenMinutesAgo = Date.now() / 1000 - 601
  fs.utimesSync(path.join(path.dirname(file), names()[0] ?? ''), tenMinutesAgo, tenMinutesAgo)
  await unblock()

  const again = ops(database, 'backup', file)
  expect((await again.ended)[0]).toBe(0)
  expect(names()).toEqual(['today.backup'])
  expect(again.output()).toMatch(/200 clients, 100 notes, not encrypted\n/)
  expect(again.output()).toContain('confidential records and is not encrypted')
})

test('a killed restore leaves an empty database that the next restore fills', async () => {
  const source = await createTestDatabase()
  await addRecords(source.connection, 100)
  const file = makeFile()
  await backUp(source.connection, file)
  const target = await createTestDatabase('empty')
  const unblock = await blockRestores(target)
  const { child, ended } = ops(target, 'restore', file, '--unverified')
  await untilWaiting(target.ownerDb)
  await kill(child, ended)
  await unblock()
  await inSession(target.superuserConnection, (client) =>
    until(async () => {
      const { rows } = await client.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()",
      )
      return rows.length === 0
    }),
  )
  expect(await countAll(target.connection)).toBe(0)
  const again = ops(target, 'restore', file, '--unverified')
  expect([await again.ended, again.output()]).toEqual([[0, null], expect.stringContaining('100 notes')])
  expect(await fingerprint(target.connection)).toEqual(await fingerprint(source.connection))
})

test('Ctrl-C stops a backup with a message and leaves no file', async () => {
  const database = await createTestDatabase()
  await addRecords(database.connection, 10)
  const unblock = await blockBackups(database)
  const file = makeFile()
  const { child, ended, output } = ops(database, 'backup', file)
  await untilWaiting(database.ownerDb)
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(1)
  await unblock()
  expect(output()).toContain('The backup was stopped. No file was written.')
  expect(fs.readdirSync(path.dirname(file))).toEqual([])
})

test.runIf(isRoot && process.platform === 'linux')(
  'a backup to a full disk fails with a message and leaves no file',
  async () => {
    const database = await createTestDatabase()
    await addRecords(database.connection, 4_000)
    const disk = makeFolder('disk')
    fs.mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', disk], { stdio: 'ignore' })
    } catch {
      return // A container may not be allowed to mount.
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]))
    const file = path.join(disk, 'today.backup')
    for (const key of [undefined, backupKey]) {
      const error = await backUp(database.connection, file, { key }).catch((reason) => reason)
      expect(error.message).toBe(
        `The disk that holds ${file} is full; no backup was made. Free some space, or choose another disk.`,
      )
      expect(fs.readdirSync(disk)).toEqual([])
    }
  },
)

test('a backup moves records from the private database to an external one, and an encrypted backup moves them back [T349]', async () => {
  const old = await newTestInstance({ DATA_DIR: await makeUsedFolder() })
  const fresh = await newTestInstance({ BACKUP_KEY: backupKey })
  onTestFinished(async () => {
    await old.remove()
    await fresh.remove()
  })
  const product = await old.start()
  expect((await old.ops('seed', '--clients', '60', '--notes', '200', '--messages', '9')).code).toBe(0)
  const file = makeFile()
  expect((await old.ops('backup', file)).printed).toContain('60 clients, 200 notes, not encrypted')
  const refused = await old.ops('restore', file)
  expect([refused.code, refused.errorOutput]).toEqual([
    1,
    expect.stringContaining('in use by a running server'),
  ])
  await product.stop()

  const server = await createTestDatabase('empty')
  const restore = ops(server, 'restore', file, '--unverified')
  expect((await restore.ended)[0]).toBe(0)
  expect(restore.output()).toContain('Restored 60 clients and 200 notes')
  const again = makeFile()
  expect((await ops(server, 'backup', again).ended)[0]).toBe(0)
  const kept = ['clients', 'notes', 'note_versions', 'employees', 'contact_messages']
  expect(await rowsOf(again, kept)).toEqual(await rowsOf(file, kept))

  const encrypted = makeFile()
  const [signingKey] = readAuditKeys(readConfig({ DATA_DIR: fresh.dataDir }, root))
  await backUp(server.connection, encrypted, { key: backupKey, signingKey })
  const restored = await fresh.ops('restore', encrypted)
  expect(restored.printed).toMatch(/^Restored 60 clients and 200 notes as of /)
  expect(restored.errorOutput).not.toContain('could not be checked')
})

/** The rows of tables in an unencrypted backup, as text. */
async function rowsOf(file: string, tables: string[]): Promise<Record<string, string | undefined>> {
  const [header = '', ...lines] = (await textOf(file)).split('\n')
  const sections = lines.join('\n').split(/^\\\.\n/m)
  const names: string[] = JSON.parse(header).tables.map(({ name }: { name: string }) => name)
  return Object.fromEntries(tables.map((table) => [table, sections[names.indexOf(table)]]))
}
