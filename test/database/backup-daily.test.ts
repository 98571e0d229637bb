import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { backUpDaily, type DailyBackupOptions } from '#server/backup/daily-backup.ts'
import {
  addRecords,
  backupKey,
  blockBackups,
  fingerprint,
  restore,
  signingKey,
} from '#test/support/backup-records.ts'
import { makeFolder, until } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

const hour = 60 * 60_000
const day = 24 * hour

/** A daily backup whose pauses are short and whose clock the test sets. */
async function keepBackups(more: { key?: string; isEmpty?: boolean } = {}) {
  const database = await createTestDatabase('migrated')
  if (!more.isEmpty) await addRecords(database.connection, 10)
  const folder = path.join(makeFolder(), 'backups')
  const time = { now: new Date('2026-06-01T03:00:00Z'), looks: 0 }
  const logged: string[] = []
  const lent = { count: 0, fails: false }
  const asOwner: DailyBackupOptions['database']['asOwner'] = async (work) => {
    if (lent.fails) throw Object.assign(new Error('Jane Doe'), { code: '57P01' })
    lent.count += 1
    return await inSession(database.connection, (owner: pg.Client) => work(owner))
  }
  const log = (sentence: string) => void logged.push(sentence)
  const begin = () => {
    const daily = backUpDaily({
      database: { db: database.db, asOwner },
      config: { database: { kind: 'embedded' }, dataDir: path.dirname(folder), backupKey: more.key },
      migrations: path.join(root, 'migrations'),
      signingKey,
      clock: () => {
        time.looks += 1
        return time.now
      },
      log: { info: log, warn: log, error: log },
      pauses: { afterStart: 1, betweenChecks: 5, afterFailure: 5 },
    })
    onTestFinished(() => daily.stop())
    return daily
  }
  const names = () => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [])
  const pass = (milliseconds: number) => {
    time.now = new Date(time.now.getTime() + milliseconds)
  }
  return { ...database, folder, logged, lent, begin, names, pass, time }
}

const madeCount = (logged: string[]) =>
  logged.filter((line) => line.startsWith('The daily backup was created')).length

test('makes a backup every 24 hours, keeps fourteen, and leaves other files alone', async () => {
  const { begin, names, logged, pass, folder } = await keepBackups()
  begin()
  await until(() => madeCount(logged) === 1)
  expect(names()).toEqual(['stable-housing-2026-06-01T03-00-00.backup'])
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  fs.writeFileSync(path.join(folder, 'aunt-marys-recipes.backup'), 'sugar')
  for (let made = 2; made <= 16; made += 1) {
    pass(day)
    await until(() => madeCount(logged) === made)
  }
  await until(() => names().length === 15)
  expect(names()).toContain('aunt-marys-recipes.backup')
  expect(names()[1]).toBe('stable-housing-2026-06-03T03-00-00.backup')
  expect(names().at(-1)).toBe('stable-housing-2026-06-16T03-00-00.backup')
})

test('makes none before the newest is 24 hours old, even after a restart', async () => {
  const { begin, logged, pass, lent, time } = await keepBackups()
  const first = begin()
  await until(() => madeCount(logged) === 1)
  await first.stop()
  pass(day - 1000)
  begin()
  const looksSoFar = time.looks
  await until(() => time.looks > looksSoFar + 5)
  expect(lent.count).toBe(1)
  pass(1000)
  await until(() => madeCount(logged) === 2)
})

test('makes backups after a clock that was a year ahead is corrected', async () => {
  const { begin, logged, time, names } = await keepBackups()
  time.now = new Date('2027-06-01T03:00:00Z')
  const { status } = begin()
  await until(() => madeCount(logged) === 1)
  time.now = new Date('2026-06-01T03:00:00Z')
  await until(() => madeCount(logged) === 2)
  expect(names()).toHaveLength(2)
  expect((await status()).lastBackup?.finishedAt).toEqual(time.now.toISOString())
})

test('encrypts with BACKUP_KEY, and the file can be restored', async () => {
  const { begin, logged, folder, names, connection } = await keepBackups({ key: backupKey })
  const { status } = begin()
  await until(() => madeCount(logged) === 1)
  expect((await status()).lastBackup).toMatchObject({ encrypted: true, kept: 1, ageSeconds: 0 })
  const target = await createTestDatabase('empty')
  await restore(target.connection, path.join(folder, names()[0] ?? ''), { key: backupKey })
  expect(await fingerprint(target.connection)).toEqual(await fingerprint(connection))
})

test('makes none and reports no problem while no employee has a password', async () => {
  const { begin, lent, pass } = await keepBackups({ isEmpty: true })
  const { status } = begin()
  pass(3 * day)
  // Before it has looked it takes a backup for due.
  await until(async () => (await status()).backup === 'ok')
  expect(lent.count).toBe(0)
  expect(await status()).toEqual({ backup: 'ok', lastBackup: null, lastFailure: null })
})

test('reports a failure without path or value, tries again, and reports that it fails after 26 hours', async () => {
  const { begin, lent, logged, pass } = await keepBackups()
  lent.fails = true
  const { status } = begin()
  await until(async () => (await status()).lastFailure !== null)
  expect(await status()).toEqual({
    backup: 'ok',
    lastBackup: null,
    lastFailure: 'The database or the disk did not work as expected (57P01).',
  })
  pass(hour)
  expect((await status()).backup).toBe('failing')
  lent.fails = false
  await until(() => madeCount(logged) === 1)
  await until(async () => (await status()).lastFailure === null)
  expect((await status()).backup).toBe('ok')
  lent.fails = true
  pass(26 * hour - 1000)
  expect((await status()).backup).toBe('ok')
  pass(1000)
  expect((await status()).backup).toBe('failing')
})

test('stopping aborts a running backup, removes its unfinished file, and makes no more', async () => {
  const { begin, names, lent, ownerDb, superuserConnection } = await keepBackups()
  const unblock = await blockBackups({ superuserConnection })
  const { stop } = begin()
  await untilWaiting(ownerDb)
  expect(names()).toEqual([expect.stringContaining('.partial-')])
  await stop()
  expect(names()).toEqual([])
  expect(lent.count).toBe(1)
  await unblock()
})
