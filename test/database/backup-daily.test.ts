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
  const time = { now: new Date('2026-06-01T03:00:00Z'), looks: 0, checks: 0 }
  const logged: string[] = []
  const lent = { count: 0, fails: false }
  const asOwner: DailyBackupOptions['database']['asOwner'] = async (work) => {
    if (lent.fails) throw Object.assign(new Error('Jane Doe'), { code: '57P01' })
    lent.count += 1
    return await inSession(database.connection, (owner: pg.Client) => work(owner))
  }
  const log = (sentence: string) => void logged.push(sentence)
  const dataDir = path.dirname(folder)
  const begin = ({
    backupDir = folder,
    backupCopyDir,
  }: {
    backupDir?: string
    backupCopyDir?: string
  } = {}) => {
    const daily = backUpDaily({
      database: { db: database.db, asOwner },
      config: { dataDir, backupDir, backupCopyDir, backupKey: more.key },
      migrations: path.join(root, 'migrations'),
      signingKey,
      clock: () => {
        time.looks += 1
        return time.now
      },
      log: { info: log, warn: log, error: log },
      pauses: {
        afterStart: 1,
        afterFailure: 5,
        get betweenChecks() {
          time.checks += 1
          return 5
        },
      },
    })
    onTestFinished(() => daily.stop())
    return daily
  }
  const names = () => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [])
  const pass = (milliseconds: number) => {
    time.now = new Date(time.now.getTime() + milliseconds)
  }
  return { ...database, dataDir, folder, logged, lent, begin, names, pass, time }
}

const noCopies = { backupCopy: 'none', lastCopy: null, lastCopyFailure: null }

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
  expect(await status()).toEqual({ ...noCopies, backup: 'ok', lastBackup: null, lastFailure: null })
})

test('reports a failure without path or value, tries again, and reports that it fails after 26 hours', async () => {
  const { begin, lent, logged, pass } = await keepBackups()
  lent.fails = true
  const { status } = begin()
  await until(async () => (await status()).lastFailure !== null)
  expect(await status()).toEqual({
    ...noCopies,
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

test('of several instances with one folder, one makes the backup, and all know of it [T773]', async () => {
  const { begin, names, logged, pass, lent, time, ownerDb, superuserConnection } = await keepBackups()
  const unblock = await blockBackups({ superuserConnection })
  const instances = [begin(), begin(), begin()]
  await untilWaiting(ownerDb)
  const checks = time.checks
  await until(() => time.checks > checks + 5)
  expect(lent.count).toBe(1)
  await unblock()
  await until(() => madeCount(logged) === 1)
  pass(day)
  await until(() => madeCount(logged) === 2)
  const looksSoFar = time.looks
  await until(() => time.looks > looksSoFar + 30)
  expect(names()).toHaveLength(2)
  expect(lent.count).toBe(2)
  for (const { status } of instances)
    expect(await status()).toMatchObject({ backup: 'ok', lastFailure: null, lastBackup: { kept: 2 } })
})

test('does not make the folder of a disk that is not there, and says that it is missing [T774]', async () => {
  const { begin, folder, dataDir } = await keepBackups()
  const { status } = begin({ backupDir: path.join(dataDir, 'disk/backups') })
  await until(async () => (await status()).lastFailure !== null)
  expect((await status()).lastFailure).toMatch(
    /^the folder for backups does not exist, or its folder does not/,
  )
  expect(fs.existsSync(path.join(dataDir, 'disk'))).toBe(false)
  expect(fs.existsSync(folder)).toBe(false)
})

test('copies each backup to a second folder, says the age of the newest copy, and keeps fourteen [T775]', async () => {
  const { begin, names, logged, pass, folder, dataDir } = await keepBackups()
  const copies = path.join(dataDir, 'copies')
  fs.mkdirSync(copies, { recursive: true })
  fs.writeFileSync(path.join(copies, 'stable-housing-2026-05-01T00-00-00.backup.partial-1-0a1b2c3d'), '')
  fs.utimesSync(path.join(copies, 'stable-housing-2026-05-01T00-00-00.backup.partial-1-0a1b2c3d'), 0, 0)
  const { status } = begin({ backupCopyDir: copies })
  for (let made = 1; made <= 15; made += 1) {
    await until(() => madeCount(logged) === made)
    await until(() => fs.readdirSync(copies).includes(names().at(-1) ?? ''))
    if (made < 15) pass(day)
  }
  await until(() => fs.readdirSync(copies).length === 14)
  expect(fs.readdirSync(copies).sort()).toEqual(names())
  const [name = ''] = names()
  expect(fs.readFileSync(path.join(copies, name))).toEqual(fs.readFileSync(path.join(folder, name)))
  expect(fs.statSync(path.join(copies, name)).mode & 0o777).toBe(0o600)
  pass(3 * hour)
  expect(await status()).toMatchObject({ backupCopy: 'ok', lastCopy: { ageSeconds: 3 * 3600, kept: 14 } })
})

test('a copy that fails is told, and is no failed backup; it is made up for when the place is back [T776]', async () => {
  const { begin, names, logged, dataDir } = await keepBackups()
  const copies = path.join(dataDir, 'copies')
  const { status } = begin({ backupCopyDir: copies })
  await until(async () => (await status()).lastCopyFailure !== null)
  const failure = 'The backup could not be copied: no such file or directory.'
  expect(await status()).toMatchObject({
    backup: 'ok',
    lastFailure: null,
    lastBackup: { kept: 1 },
    backupCopy: 'failing',
    lastCopy: null,
    lastCopyFailure: failure,
  })
  expect(logged.filter((line) => line === failure)).toHaveLength(1)
  fs.mkdirSync(copies, { recursive: true })
  fs.writeFileSync(path.join(copies, names()[0] ?? ''), 'cut off')
  await until(async () => (await status()).backupCopy === 'ok')
  expect(fs.statSync(path.join(copies, names()[0] ?? '')).size).toBeGreaterThan(100)
})
