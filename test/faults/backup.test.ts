import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  addRecords,
  backUp,
  backupKey,
  countAll,
  fingerprint,
  holdBackups,
} from '#test/support/backup-records.ts'
import { makeFolder, until } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* Backup and restore as people use them, and killed. */

const isRoot = process.getuid?.() === 0

async function makeDatabase(kind: 'migrated' | 'empty') {
  const database = await createTestDatabase(kind)
  onTestFinished(() => database.close())
  return database
}

function ops(database: TestDatabase, ...parameters: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: database.connectionString, DATA_DIR: makeFolder() }
  const child = spawn(process.execPath, ['commands/ops.ts', ...parameters], { cwd: root, env })
  let said = ''
  child.stdout.on('data', (part) => {
    said += part
  })
  child.stderr.on('data', (part) => {
    said += part
  })
  return { child, said: () => said, ended: once(child, 'close') as Promise<[number | null]> }
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

test('kill -9 of a backup leaves no file under its name, and the next one clears what was left', async () => {
  const database = await makeDatabase('migrated')
  await addRecords(database.connection, 40_000)
  const goOn = await holdBackups(database)
  const file = makeFile()
  const names = () => fs.readdirSync(path.dirname(file))
  const { child, ended } = ops(database, 'backup', file)
  await untilWaiting(database.ownerDb)
  await kill(child, ended)
  expect(names()).toEqual([expect.stringMatching(/^today\.backup\.partial-/)])
  await goOn()

  const again = ops(database, 'backup', file)
  expect((await again.ended)[0]).toBe(0)
  expect(names()).toEqual(['today.backup'])
  expect(again.said()).toMatch(/200 clients, 40,000 notes, not encrypted\n/)
  expect(again.said()).toContain('confidential records in the clear')
})

test('kill -9 of a restore leaves an empty database, into which the next one goes', async () => {
  const source = await makeDatabase('migrated')
  await addRecords(source.connection, 60_000)
  const file = makeFile()
  await backUp(source.connection, file)
  const target = await makeDatabase('empty')
  const { child, ended } = ops(target, 'restore', file)
  await inSession(target.superuserConnection, async (client) => {
    await until(async () => {
      const { rows } = await client.query(
        "SELECT FROM pg_stat_progress_copy WHERE datname = current_database() AND command = 'COPY FROM' AND tuples_processed > 1000",
      )
      return rows.length > 0
    })
    await kill(child, ended)
    await until(async () => {
      const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE datname = current_database()')
      return rows.length === 1
    })
  })
  expect(await countAll(target.connection)).toBe(0)
  const again = ops(target, 'restore', file)
  expect([await again.ended, again.said()]).toEqual([[0, null], expect.stringContaining('60,000 notes')])
  expect(await fingerprint(target.connection)).toEqual(await fingerprint(source.connection))
})

test('Ctrl-C ends a backup with a sentence and without a file', async () => {
  const database = await makeDatabase('migrated')
  await addRecords(database.connection, 10)
  const goOn = await holdBackups(database)
  const file = makeFile()
  const { child, ended, said } = ops(database, 'backup', file)
  await untilWaiting(database.ownerDb)
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(1)
  await goOn()
  expect(said()).toContain('The backup was stopped. No file was written.')
  expect(fs.readdirSync(path.dirname(file))).toEqual([])
})

test.runIf(isRoot && process.platform === 'linux')(
  'a full disk is a sentence, and leaves nothing behind',
  async () => {
    const database = await makeDatabase('migrated')
    await addRecords(database.connection, 40_000)
    const disk = makeFolder('disk')
    fs.mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk], { stdio: 'ignore' })
    } catch {
      return // a container that may not mount
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]))
    const file = path.join(disk, 'today.backup')
    for (const key of [undefined, backupKey]) {
      const error = await backUp(database.connection, file, { key }).catch((reason) => reason)
      expect(error.message).toBe(
        `The disk that holds ${file} is full; no backup was made. Make room, or choose another disk.`,
      )
      expect(fs.readdirSync(disk)).toEqual([])
    }
  },
)

test('where the settings name no database, what looks at its records says so and makes none', async () => {
  const instance = await newTestInstance()
  onTestFinished(() => instance.remove())
  for (const command of [['backup', makeFile()], ['verify-audit'], ['deleted', 'list']]) {
    const { code, printed, complained } = await instance.ops(...command)
    expect({ code, printed }, command[0]).toEqual({ code: 1, printed: '' })
    expect(complained).toContain(`There is no database in ${instance.dataDir}.`)
    expect(fs.readdirSync(instance.dataDir)).toEqual([])
  }
})

test('from the running embedded database to a PostgreSQL server of one’s own, and back encrypted: the same rows', async () => {
  const [old, fresh] = [await newTestInstance(), await newTestInstance({ BACKUP_KEY: backupKey })]
  onTestFinished(async () => {
    await old.remove()
    await fresh.remove()
  })
  const product = await old.start()
  expect((await old.ops('seed', '--clients', '60', '--notes', '200', '--messages', '9')).code).toBe(0)
  const file = makeFile()
  expect((await old.ops('backup', file)).printed).toContain('60 clients, 200 notes, not encrypted')
  const refused = await old.ops('restore', file)
  expect([refused.code, refused.complained]).toEqual([
    1,
    expect.stringContaining('in use by a running server'),
  ])
  await product.stop()

  const server = await makeDatabase('empty')
  const restore = ops(server, 'restore', file)
  expect((await restore.ended)[0]).toBe(0)
  expect(restore.said()).toContain('Restored 60 clients and 200 notes')
  const again = makeFile()
  expect((await ops(server, 'backup', again).ended)[0]).toBe(0)
  const kept = ['clients', 'notes', 'note_versions', 'employees', 'contact_messages']
  expect(tallies(again, kept)).toEqual(tallies(file, kept))
  expect(tallies(file, kept)).toHaveLength(kept.length)

  const encrypted = makeFile()
  await backUp(server.connection, encrypted, { key: backupKey })
  expect((await fresh.ops('restore', encrypted)).printed).toMatch(/^Restored 60 clients and 200 notes as of /)
  const twice = await fresh.ops('restore', encrypted)
  expect([twice.code, twice.complained]).toEqual([1, expect.stringContaining('The database is not empty')])
  const made = await fresh.ops('backup', makeFile())
  expect(made.printed).toMatch(/: [\d.]+ MB, 60 clients, 200 notes, encrypted\n$/)
  expect(made.complained).not.toContain('in the clear')
  expect((await fresh.ops('backup')).complained).toContain('Give one file.')
})

/** Rows, bytes and checksum of tables, as the manifest of an open backup tells them. */
function tallies(file: string, tables: string[]): { name: string; rows: number; sha256: string }[] {
  const manifest = execFileSync('tar', ['-xzOf', file, 'manifest.json'], { encoding: 'utf8' })
  const all: { name: string; rows: number; sha256: string }[] = JSON.parse(manifest).tables
  return all.filter(({ name }) => tables.includes(name))
}
