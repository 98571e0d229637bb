import { expect, test } from 'vitest'
import { passwordHashing } from '#server/session/password-hashing.ts'
import { createTestApp } from '#test/support/test-app.ts'

/* How long an answer takes does not tell whether an email address is known. */

const rounds = 24
/** A machine that is busy with something else may spoil a measurement, and not several alike. */
const mostMeasurements = 4
const known = 'manager@example.org'
const unknown = 'nobody@example.org'

// At the cost of production, which is what takes the time.
const app = await createTestApp({ passwords: passwordHashing() })
await app.employ('manager')

type Call = (email: string, from: string) => Promise<unknown>

/** How much longer the one takes than the unknown, by the medians of many calls that take turns. */
async function ratioOf(address: string, call: Call): Promise<number> {
  const times = { [address]: [] as number[], [unknown]: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    // The limits are no part of what is measured.
    await app.db.deleteFrom('throttling').execute()
    for (const email of round % 2 ? [address, unknown] : [unknown, address]) {
      const startedAt = performance.now()
      await call(email, `198.51.100.${round + 1}`)
      times[email]?.push(performance.now() - startedAt)
    }
  }
  return median(times[address]) / median(times[unknown])
}

function median(values: number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** A difference that is there is there each time. */
async function expectAlike(address: string, call: Call): Promise<void> {
  const ratios: number[] = []
  while (ratios.length < mostMeasurements) {
    const ratio = await ratioOf(address, call)
    if (ratio > 0.75 && ratio < 1 / 0.75) return
    ratios.push(ratio)
  }
  expect(ratios, `${address} took so many times as long`).toEqual([])
}

const signIn: Call = async (email, remoteAddress) => {
  const payload = { email, password: 'not the password' }
  const { status } = await app.sendRaw({ method: 'POST', url: '/api/auth/login', remoteAddress, payload })
  expect(status).toBe(401)
}

test('a wrong password takes as long for a known email as for an unknown one [T228]', async () => {
  await expectAlike(known, signIn)
})

test('asking for a link takes as long for a known email as for an unknown one [T397]', async () => {
  await expectAlike(known, async (email, remoteAddress) => {
    const payload = { email }
    const { status } = await app.sendRaw({
      method: 'POST',
      url: '/api/auth/forgot',
      remoteAddress,
      payload,
    })
    expect(status).toBe(200)
  })
})
