import { expect, test } from 'vitest'
import { passwordHashing } from './password-hashing.ts'

test('a hash is argon2id of at least 19 MiB and two passes, and verifies only its own password', async () => {
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

test('beyond the queue the answer is busy, at once, and those who wait are still served', async () => {
  const { hash } = passwordHashing({ concurrency: 1, queueLength: 2 })
  const running = [hash('first one'), hash('second one'), hash('third one')]
  await expect(hash('one too many')).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 5 } })
  expect(await Promise.all(running)).toHaveLength(3)
  expect(await hash('room again')).toContain('$argon2id$')
})
