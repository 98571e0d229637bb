import { expect, test } from 'vitest'
import {
  appCodeOf,
  enrollmentOf,
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  secretCipher,
  timeStepOf,
} from './one-time-codes.ts'

/** The key of RFC 6238, Appendix B, whose codes have eight digits: ours are the last six of them. */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])(
  'at %i seconds accepts the code of RFC 6238, and for one step before and after it [T269]',
  (seconds, code) => {
    const at = (shift: number) => timeStepOf(secret, code.slice(2), new Date((seconds + shift) * 1000))
    const step = Math.floor(seconds / 30)
    expect([-60, -30, 0, 30, 60].map(at)).toEqual([undefined, step, step, step, undefined])
  },
)

test('tells an app’s code from a recovery code, however it is typed', () => {
  expect([' 287 082 ', '287-082', '287082'].map(appCodeOf)).toEqual(Array(3).fill('287082'))
  expect(['28708', '2870822', '28708a', 'ABCD-EFGH', ''].map(appCodeOf)).toEqual(Array(5).fill(undefined))
})

test('an app gets the secret as text and as an address with the account and the organization', () => {
  const { secret: text, uri } = enrollmentOf(secret, { email: 'amina@example.org', organization: 'A & B' })
  expect(text).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(uri).toBe(
    'otpauth://totp/A%20%26%20B:amina%40example.org?issuer=A%20%26%20B&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  )
})

test('the address of an organization whose name has a colon has none in the issuer', () => {
  const { uri } = enrollmentOf(secret, { email: 'amina@example.org', organization: 'Home: Saint Paul' })
  const name = encodeURIComponent('Home – Saint Paul')
  expect(uri).toMatch(`otpauth://totp/${name}:amina%40example.org?issuer=${name}&`)
})

test('makes ten different recovery codes of 120 bits, each found however it is typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual(hashRecoveryCode(code))
  }
  expect(hashRecoveryCode('O0I1-B8')).toEqual(hashRecoveryCode('00118 8'))
})

test('an encrypted secret opens for its employee and with its key only [T287]', () => {
  const [cipher, other] = [secretCipher('one key'), secretCipher('another key')]
  const made = newSecret()
  expect(made).toHaveLength(20)
  const stored = cipher.encrypt(made, 'employee-1')
  expect(cipher.decrypt(stored, 'employee-1')).toEqual(made)
  expect(stored.includes(made)).toBe(false)
  expect(cipher.encrypt(made, 'employee-1')).not.toEqual(stored)
  const unavailable = expect.objectContaining({ code: 'two-step-unavailable' })
  expect(() => cipher.decrypt(stored, 'employee-2')).toThrow(unavailable)
  expect(() => other.decrypt(stored, 'employee-1')).toThrow(unavailable)
  stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1
  expect(() => cipher.decrypt(stored, 'employee-1')).toThrow(unavailable)
  expect(() => cipher.decrypt(Buffer.alloc(3), 'employee-1')).toThrow(unavailable)
  expect(() => secretCipher(undefined).encrypt(made, 'employee-1')).toThrow(unavailable)
})
