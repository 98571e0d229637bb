import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AppContext } from '#server/app-context.ts'
import { networkOf } from '#server/throttling/caller.ts'
import { pageSender } from '#server/throttling/large-lists.ts'
import { memoryLimit, rateLimit, removeExpired } from '#server/throttling/store.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const database = await createTestDatabase()
afterEach(() => vi.useRealTimers())

const rule = { points: 3, seconds: 60, secret: 'only-for-tests-only-for-tests' }

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
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T15:00:00Z') })
  const { db } = database
  const knocks = rateLimit({ ...rule, name: 'knock' })
  const consume = () => knocks.consume(db, 'a caller')
  expect(await knocks.check(db, 'a caller')).toBe(0)
  expect([await consume(), await consume()]).toEqual([0, 0])
  expect(await knocks.check(db, 'a caller'), 'one is left').toBe(0)
  vi.setSystemTime(new Date('2026-06-15T15:00:20Z'))
  expect(await consume()).toBe(0)
  expect([await knocks.check(db, 'a caller'), await consume()]).toEqual([40, 40])
  expect(await knocks.consume(db, 'another caller')).toBe(0)
  expect(await rateLimit({ ...rule, name: 'another kind' }).consume(db, 'a caller')).toBe(0)
  vi.setSystemTime(new Date('2026-06-15T15:01:00.001Z'))
  expect([await knocks.check(db, 'a caller'), await consume()]).toEqual([0, 0])
})

test('a limit in memory allows the configured number for each caller until the window ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T15:00:00Z') })
  const consume = memoryLimit({ points: 2, seconds: 60 })
  expect([await consume('a caller'), await consume('a caller')]).toEqual([0, 0])
  vi.setSystemTime(new Date('2026-06-15T15:00:20Z'))
  expect([await consume('a caller'), await consume('another caller')]).toEqual([40, 0])
  vi.setSystemTime(new Date('2026-06-15T15:01:00.001Z'))
  expect(await consume('a caller')).toBe(0)
})

test('does not count what is rolled back', async () => {
  const tries = rateLimit({ ...rule, name: 'try' })
  for (let count = 0; count < 10; count++) {
    const failing = database.db.transaction().execute(async (trx) => {
      expect(await tries.consume(trx, 'unlucky')).toBe(0)
      throw new Error('something else went wrong')
    })
    await expect(failing).rejects.toThrow('something else')
  }
  expect(await tries.consume(database.db, 'unlucky')).toBe(0)
})

test('never asks to wait for more than 900 seconds [T297]', async () => {
  const slow = rateLimit({ ...rule, name: 'slow', points: 1, seconds: 24 * 60 * 60 })
  await slow.consume(database.db, 'a caller')
  expect(await slow.consume(database.db, 'a caller')).toBe(900)
})

test('stores the caller only as a hash that depends on the secret', async () => {
  const { db } = database
  await rateLimit({ ...rule, name: 'seen' }).consume(db, '198.51.100.7')
  await rateLimit({ ...rule, name: 'seen', secret: 'another secret' }).consume(db, '198.51.100.7')
  const rows = await db.selectFrom('throttling').selectAll().where('key', 'like', 'seen%').execute()
  expect(rows, 'the hash depends on the secret').toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('198.51')
})

test('removes what has expired and keeps what still counts', async () => {
  const { db } = database
  await db.deleteFrom('throttling').execute()
  await rateLimit({ ...rule, name: 'short', seconds: 1 }).consume(db, 'a')
  await rateLimit({ ...rule, name: 'long' }).consume(db, 'b')
  await removeExpired(db, Date.now() + 2_000)
  const left = await db.selectFrom('throttling').select('key').execute()
  expect(left.map(({ key }) => key.split(':')[0])).toEqual(['long'])
})

test('a whole list is held for as long as it is being sent, and for a minute if the server is killed [T757]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { db } = database
  const send = pageSender({ db, sessionSecret: rule.secret } as AppContext)
  const sent = Promise.withResolvers<void>()
  const list = await send({
    employeeId: 'an employee',
    record: async () => {},
    async *pages(beforeEnd) {
      yield 'some'
      await sent.promise
      await beforeEnd()
    },
  })
  const held = () =>
    db.selectFrom('throttling').select('expire').where('key', 'like', 'client-list:%').execute()
  const before = await held()
  const end = Number(before[0]?.expire)
  expect(end).toBeLessThanOrEqual(Date.now() + 60_000)
  vi.advanceTimersByTime(20_000)
  await expect.poll(async () => Number((await held())[0]?.expire)).toBeGreaterThan(end)
  sent.resolve()
  list.resume()
  await expect.poll(held).toEqual([])
})
