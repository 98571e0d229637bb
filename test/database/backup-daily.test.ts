import { execFileSync } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { backUpDaily, type DailyBackupOptions } from '#server/backup/daily-backup.ts'
import { backupName } from '#server/backup/kept-backups.ts'
import { signedBlocks } from '#server/backup/signed-blocks.ts'
import { addRecords, backupKey, blockBackups, readBackup, signingKey } from '#test/support/backup-records.ts'
import { makeFolder, until } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

const hour = 60 * 60_000
const day = 24 * hour

const database = await createTestDatabase()
await addRecords(database.connection, 10)

/** A daily backup whose pauses are short and whose clock the test sets. */
function keepBackups({ key, of = database }: { key?: string; of?: TestDatabase } = {}) {
  const folder = path.join(makeFolder(), 'backups')
  const time = { now: new Date('2026-06-01T03:00:00Z'), looks: 0, checks: 0 }
  const logged: string[] = []
  const lent = { count: 0, fails: false }
  const asOwner: DailyBackupOptions['database']['asOwner'] = async (work) => {
    if (lent.fails) throw Object.assign(new Error('Jane Doe'), { code: '57P01' })
    lent.count += 1
    return await inSession(of.connection, (owner: pg.Client) => work(owner))
  }
  const log = (sentence: string) => void logged.push(sentence)
  const dataDir = path.dirname(folder)
  const begin = ({ backupDir = folder } = {}) => {
    const daily = backUpDaily({
      database: { db: of.db, asOwner },
      config: { dataDir, backupDir, backupKey: key },
      migrations: path.join(root, 'migrations'),
      keys: [signingKey],
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
  return { dataDir, folder, logged, lent, begin, names, pass, time }
}

const madeCount = (logged: string[]) =>
  logged.filter((line) => line.startsWith('The daily backup was created')).length

const failedCount = (logged: string[]) => logged.filter((line) => line.includes('failed')).length

/** A file as the server signs it. */
async function signed(madeAt: string, key = signingKey): Promise<Buffer> {
  const content = Readable.from([Buffer.alloc(100_000)], { objectMode: false })
  const blocks = signedBlocks(content, key, { isEncrypted: false, createdAt: new Date(madeAt) })
  return Buffer.concat(await Array.fromAsync(blocks))
}

/** Backups of the 14 days before, made up. */
async function fillFolder(folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  for (let age = 1; age <= 14; age += 1) {
    const made = new Date(Date.parse('2026-06-01T03:00:00Z') - age * day)
    fs.writeFileSync(path.join(folder, backupName(made)), await signed(made.toISOString()))
  }
}

test('makes a backup every 24 hours, keeps fourteen, and leaves other files alone', async () => {
  const { begin, names, logged, pass, folder } = keepBackups()
  await fillFolder(folder)
  fs.writeFileSync(path.join(folder, 'aunt-marys-recipes.backup'), 'sugar')
  begin()
  await until(() => madeCount(logged) === 1)
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  pass(day)
  await until(() => madeCount(logged) === 2)
  await until(() => names().length === 15)
  expect(names()).toContain('aunt-marys-recipes.backup')
  expect(names()[1]).toBe('stable-housing-2026-05-20T03-00-00.backup')
  expect(names().slice(-2)).toEqual([
    'stable-housing-2026-06-01T03-00-00.backup',
    'stable-housing-2026-06-02T03-00-00.backup',
  ])
})

test('counts only files that this installation signed: what else looks like a backup is named, suppresses none and pushes none out [T1100]', async () => {
  const { begin, names, logged, folder, pass, time } = keepBackups()
  await fillFolder(folder)
  const real = names()
  const newest = await signed('2026-05-31T03:00:00Z')
  const changed = Buffer.from(newest)
  changed[90_000] = 1
  const stranger = { ...signingKey, secret: createSecretKey(Buffer.alloc(32, 8)) }
  const at = (minute: number) => `stable-housing-2026-06-01T02-0${minute}-00.backup`
  const place = (minute: number) => path.join(folder, at(minute))
  const secret = path.join(folder, '../session-secret')
  fs.writeFileSync(secret, 'secret')
  fs.symlinkSync(secret, place(0))
  fs.symlinkSync(path.join(folder, real.at(-1) ?? ''), place(1))
  fs.writeFileSync(place(2), changed)
  fs.writeFileSync(place(3), await signed('2026-06-01T02:03:00Z', stranger))
  fs.writeFileSync(place(4), newest)
  fs.writeFileSync(place(5), newest.subarray(0, 70_000))
  execFileSync('mkfifo', [place(6)])
  fs.mkdirSync(place(7))
  const partial = path.join(folder, `${at(8)}.partial-0123456789ab`)
  fs.mkdirSync(partial)
  fs.utimesSync(partial, 0, 0)
  const planted = [0, 1, 2, 3, 4, 5, 6, 7].map(at)

  const { status } = begin()
  await until(() => madeCount(logged) === 1)
  await until(async () => (await status()).lastBackup?.ageSeconds === 0)
  expect(await status()).toMatchObject({ lastBackup: { kept: 14 }, foreignBackups: planted })
  expect(logged.filter((line) => line.includes(planted[0] ?? ''))).toEqual([
    `In the folder for backups, but not made by this installation or changed since: ${planted.join(', ')}.`,
  ])
  expect(names()).toEqual(expect.arrayContaining([...planted, ...real.slice(1)]))

  // One that counted no longer does once it was changed.
  const made = path.join(folder, 'stable-housing-2026-06-01T03-00-00.backup')
  fs.appendFileSync(made, 'x')
  pass(hour)
  await until(() => madeCount(logged) === 2)
  const looks = time.looks
  await until(() => time.looks > looks + 5)
  expect((await status()).foreignBackups).toEqual([...planted, path.basename(made)])
})

test('takes the next free second if a link has the name of the backup', async () => {
  const { begin, names, logged, folder } = keepBackups()
  fs.mkdirSync(folder, { recursive: true })
  const at = (second: number) => backupName(new Date(`2026-06-01T03:00:0${second}Z`))
  for (const second of [0, 1, 2]) fs.symlinkSync('nowhere', path.join(folder, at(second)))
  const { status } = begin()
  await until(() => madeCount(logged) === 1)
  expect(names()).toEqual([0, 1, 2, 3].map(at))
  await until(async () => (await status()).lastBackup !== null)
  expect((await status()).lastBackup?.finishedAt).toBe('2026-06-01T03:00:03.000Z')
})

test('says without the path that the names of the next minutes are taken', async () => {
  const { begin, folder, time } = keepBackups()
  fs.mkdirSync(folder, { recursive: true })
  for (let second = 0; second <= 600; second += 1)
    fs.symlinkSync('nowhere', path.join(folder, backupName(new Date(time.now.getTime() + second * 1000))))
  const { status } = begin()
  await until(async () => (await status()).lastFailure !== null)
  expect((await status()).lastFailure).toMatch(/^stable-housing-[-\dT]+\.backup already exists/)
})

test('makes none before the newest is 24 hours old, even after a restart', async () => {
  const { begin, logged, pass, lent, time } = keepBackups()
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
  const { begin, logged, time, names } = keepBackups()
  time.now = new Date('2027-06-01T03:00:00Z')
  const { status } = begin()
  await until(() => madeCount(logged) === 1)
  time.now = new Date('2026-06-01T03:00:00Z')
  await until(() => madeCount(logged) === 2)
  expect(names()).toHaveLength(2)
  expect((await status()).lastBackup?.finishedAt).toEqual(time.now.toISOString())
})

test('encrypts with BACKUP_KEY, and the file can be read', async () => {
  const { begin, logged, folder, names } = keepBackups({ key: backupKey })
  const { status } = begin()
  await until(() => madeCount(logged) === 1)
  expect((await status()).lastBackup).toMatchObject({ encrypted: true, kept: 1, ageSeconds: 0 })
  await readBackup(path.join(folder, names()[0] ?? ''), backupKey)
})

test('makes none and reports no problem while no employee has a password', async () => {
  const { begin, lent, pass } = keepBackups({ of: await createTestDatabase() })
  const { status } = begin()
  pass(3 * day)
  // Before it has looked it takes a backup for due.
  await until(async () => (await status()).backup === 'ok')
  expect(lent.count).toBe(0)
  expect(await status()).toMatchObject({ backup: 'ok', lastBackup: null, lastFailure: null })
})

test('reports a failure without path or value, tries again, and reports that it fails after 26 hours', async () => {
  const { begin, lent, logged, pass } = keepBackups()
  lent.fails = true
  const { status } = begin()
  await until(async () => (await status()).lastFailure !== null)
  expect(await status()).toEqual({
    foreignBackups: [],
    isOnDataDisk: true,
    backup: 'ok',
    lastBackup: null,
    lastFailure: 'The database or the disk did not work as expected (57P01).',
  })
  pass(hour)
  expect((await status()).backup).toBe('failing')
  // The next one has begun since: what began before the hour had passed would make a backup of that time.
  const failedSoFar = failedCount(logged)
  await until(() => failedCount(logged) > failedSoFar)
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
  const { begin, names, lent } = keepBackups()
  const unblock = await blockBackups(database)
  const { stop } = begin()
  await untilWaiting(database.ownerDb)
  expect(names()).toEqual([expect.stringContaining('.partial-')])
  await stop()
  expect(names()).toEqual([])
  expect(lent.count).toBe(1)
  await unblock()
})

test('of several instances with one folder, one makes the backup, and all know of it [T773]', async () => {
  const { begin, names, logged, pass, lent, time } = keepBackups()
  const unblock = await blockBackups(database)
  const instances = [begin(), begin(), begin()]
  await untilWaiting(database.ownerDb)
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
  const { begin, folder, dataDir } = keepBackups()
  const { status } = begin({ backupDir: path.join(dataDir, 'disk/backups') })
  await until(async () => (await status()).lastFailure !== null)
  expect((await status()).lastFailure).toMatch(
    /^the folder for backups does not exist, or its folder does not/,
  )
  expect(fs.existsSync(path.join(dataDir, 'disk'))).toBe(false)
  expect(fs.existsSync(folder)).toBe(false)
})
