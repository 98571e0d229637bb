import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { networkOf } from '#server/throttling/caller.ts'
import { wholeListSender } from '#server/throttling/large-lists.ts'
import {
  countAttempt,
  limitPerCaller,
  memoryLimit,
  removeExpired,
  secondsToWait,
} from '#server/throttling/store.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const database = await createTestDatabase()
afterEach(() => vi.useRealTimers())

const secret = 'only-for-tests-only-for-tests'
const start = new Date('2026-06-15T15:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

describe('who counts as one caller', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
    ['not an address', 'not an address'],
  ])('converts %s to %s', (ip, network) => expect(networkOf(ip)).toBe(network))
})

test('allows the configured number, then none until the window ends', async () => {
  const { db } = database
  const rule = { name: 'knock', attempts: 3, seconds: 60 }
  const knocks = limitPerCaller(secret, rule)('a caller')
  const count = (seconds: number) => countAttempt(db, after(seconds), knocks)
  const wait = (seconds: number) => secondsToWait(db, after(seconds), knocks)
  expect(await wait(0)).toBe(0)
  expect([await count(0), await count(0)]).toEqual([0, 0])
  expect(await wait(0), 'one is left').toBe(0)
  expect(await count(20)).toBe(0)
  expect([await wait(20), await count(20)]).toEqual([40, 40])
  expect(await countAttempt(db, after(20), limitPerCaller(secret, rule)('another caller'))).toBe(0)
  const anotherKind = limitPerCaller(secret, { ...rule, name: 'another kind' })
  expect(await countAttempt(db, after(20), anotherKind('a caller'))).toBe(0)
  expect([await wait(60), await count(60), await count(60), await count(60), await count(60)]).toEqual([
    0, 0, 0, 0, 60,
  ])
})

test('allows no more when attempts are made at once, each without a transaction', async () => {
  const { db } = database
  for (const attempts of [1, 7]) {
    const atOnce = limitPerCaller(secret, { name: `${attempts} at once`, attempts, seconds: 60 })('a caller')
    const waits = await Promise.all(Array.from({ length: 40 }, () => countAttempt(db, start, atOnce)))
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(attempts)
  }
})

test('an attempt is not refused because one with a later time was counted first', async () => {
  const knocks = limitPerCaller(secret, { name: 'overtaken', attempts: 3, seconds: 60 })('a caller')
  expect(await countAttempt(database.db, after(1), knocks)).toBe(0)
  expect(await countAttempt(database.db, start, knocks)).toBe(0)
})

test('a limit in memory allows the configured number for each caller until the window ends', () => {
  const count = memoryLimit({ attempts: 2, seconds: 60 })
  expect([count(start, 'a caller'), count(start, 'a caller')]).toEqual([0, 0])
  expect([count(after(20), 'a caller'), count(after(20), 'another caller')]).toEqual([40, 0])
  expect(count(after(60), 'a caller')).toBe(0)
})

test('does not count what is rolled back', async () => {
  const tries = limitPerCaller(secret, { name: 'try', attempts: 3, seconds: 60 })('unlucky')
  for (let count = 0; count < 10; count++) {
    const failing = database.db.transaction().execute(async (trx) => {
      expect(await countAttempt(trx, start, tries)).toBe(0)
      throw new Error('something else went wrong')
    })
    await expect(failing).rejects.toThrow('something else')
  }
  expect(await countAttempt(database.db, start, tries)).toBe(0)
})

test('never asks to wait for more than 900 seconds [T297]', async () => {
  const daily = limitPerCaller(secret, { name: 'slow', attempts: 1, seconds: 24 * 60 * 60 })('a caller')
  await countAttempt(database.db, start, daily)
  expect(await countAttempt(database.db, start, daily)).toBe(900)
})

test('stores the caller only as a hash that depends on the secret', async () => {
  const { db } = database
  for (const key of [secret, 'another secret'])
    await countAttempt(
      db,
      start,
      limitPerCaller(key, { name: 'seen', attempts: 3, seconds: 60 })('198.51.100.7'),
    )
  const rows = await db.selectFrom('throttling').selectAll().where('key', 'like', 'seen%').execute()
  expect(rows, 'the hash depends on the secret').toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('198.51')
})

test('removes what has expired and keeps what still counts', async () => {
  const { db } = database
  await db.deleteFrom('throttling').execute()
  for (const [name, seconds] of [
    ['short', 1],
    ['long', 60],
  ] as const)
    await countAttempt(db, start, limitPerCaller(secret, { name, attempts: 3, seconds })('a caller'))
  await removeExpired(db, after(2))
  const left = await db.selectFrom('throttling').select('key').execute()
  expect(left.map(({ key }) => key.split(' ')[0])).toEqual(['long'])
})

test('a whole list is held for as long as it is being sent, and for a minute if the server is killed [T757]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { db } = database
  const send = wholeListSender({ db, clock: () => new Date(), sessionSecret: secret })
  const sent = Promise.withResolvers<void>()
  const list = await send({
    employeeId: 'an employee',
    isLong: true,
    record: async () => {},
    async *parts() {
      yield 'some'
      await sent.promise
      yield 'the last'
    },
  })
  const held = () =>
    db.selectFrom('throttling').select('expires_at').where('key', 'like', 'client-list %').execute()
  const before = await held()
  const end = before[0]?.expires_at.getTime()
  expect(end).toBeLessThanOrEqual(Date.now() + 60_000)
  vi.advanceTimersByTime(20_000)
  await expect.poll(async () => (await held())[0]?.expires_at.getTime()).toBeGreaterThan(Number(end))
  sent.resolve()
  list.resume()
  await expect.poll(held).toEqual([])
})

test('an instance sends four long lists at a time and refuses more until one has ended [T983]', async () => {
  const send = wholeListSender({ db: database.db, clock: () => new Date(), sessionSecret: secret })
  const sendTo = (employeeId: string) =>
    send({
      employeeId,
      isLong: true,
      isCounted: false,
      record: async () => {},
      async *parts() {
        yield 'all'
      },
    })
  const [first, ...others] = await Promise.all(['a', 'b', 'c', 'd'].map(sendTo))
  await expect(sendTo('e')).rejects.toMatchObject({ code: 'busy' })
  first?.destroy()
  await once(first as Readable, 'close')
  const fifth = await sendTo('e')
  for (const list of [...others, fifth]) expect(await text(list)).toBe('all')
})
