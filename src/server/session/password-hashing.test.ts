import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { passwordHashing } from './password-hashing.ts'

test('hashes with argon2id of at least 19 MiB and two passes, and verifies only the right password [T393]', async () => {
  const { hash, verify, isOutdated } = passwordHashing()
  const stored = await hash('a lake in winter')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify('a lake in winter', stored)).toBe(true)
  expect(await verify('a lake in summer', stored)).toBe(false)
  expect(isOutdated(stored)).toBe(false)
  expect(isOutdated(stored.replace('t=2', 't=1'))).toBe(true)
})

test('no password matches an account without one', async () => {
  const { verify } = passwordHashing()
  expect(await verify('a lake in winter', null)).toBe(false)
})

test('rejects a password as busy when the queue is full, and still serves the queue [T395]', async () => {
  const { hash } = passwordHashing({ concurrency: 1, queueLength: 2 })
  const running = [hash('first one'), hash('second one'), hash('third one')]
  await expect(hash('one too many')).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 5 } })
  expect(await Promise.all(running)).toHaveLength(3)
  expect(await hash('room again')).toContain('$argon2id$')
})

test('leaves one core free for other requests', async () => {
  const { hash } = passwordHashing({ queueLength: 0 })
  const cores = availableParallelism()
  const results = await Promise.allSettled(Array.from({ length: cores }, () => hash('a lake in winter')))
  const running = results.filter(({ status }) => status === 'fulfilled')
  expect(running).toHaveLength(Math.max(1, cores - 1))
})
