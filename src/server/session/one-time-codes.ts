import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodeCount } from '#contract/session/limits.ts'
import { Failure } from '#server/http/failure.ts'

/* The codes of two-step sign-in: of authenticator apps (TOTP, RFC 6238) and for recovery (docs/decisions/0061). */

/** Bytes. */
const secretLength = 20
const ivLength = 12
const tagLength = 16

/** The parameters that every authenticator app knows; the period in seconds. */
const period = 30
const totpOf = (secret: Uint8Array, label = '', issuer = '') =>
  new TOTP({
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period,
    label,
    issuer,
  })

export const newSecret = (): Buffer => randomBytes(secretLength)

/** What an authenticator app takes: a text to type, and an address for a QR code. */
export function enrollmentOf(secret: Uint8Array, account: { email: string; organization: string }) {
  // In the label a colon stands between the issuer and the account.
  const issuer = account.organization.replaceAll(/\s*:\s*/g, ' – ')
  const totp = totpOf(secret, account.email, issuer)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step for which a code is right: the current one, the one before or the one after it. */
export function timeStepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

/** The digits of an authenticator app's code; undefined for a recovery code. */
export function appCodeOf(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Each of 120 random bits, written like 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX'. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    (new Secret({ size: 15 }).base32.match(/.{4}/g) ?? []).join('-'),
  )
}

/** 120 random bits need no slow hash. Digits that never occur in a code count as the letters that they look like. */
export function hashRecoveryCode(typed: string): Buffer {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const plain = letters.replace(/0/g, 'O').replace(/1/g, 'I').replace(/8/g, 'B')
  return createHash('sha256').update(plain).digest()
}

export interface SecretCipher {
  encrypt(secret: Uint8Array, employeeId: string): Buffer
  /** Throws `two-step-unavailable` for a secret of another key or of another employee. */
  decrypt(stored: Buffer, employeeId: string): Buffer
}

/** AES-256-GCM. Without a key, two-step sign-in is not available. */
export function secretCipher(keyText: string | undefined): SecretCipher {
  const key = keyText && Buffer.from(hkdfSync('sha256', keyText, '', 'two-step sign-in', 32))
  return {
    encrypt(secret, employeeId) {
      if (!key) throw new Failure('two-step-unavailable')
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(employeeId))
      const content = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), content])
    },
    decrypt(stored, employeeId) {
      if (!key) throw new Failure('two-step-unavailable')
      const [iv, tag] = [stored.subarray(0, ivLength), stored.subarray(ivLength, ivLength + tagLength)]
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
        cipher.setAAD(Buffer.from(employeeId)).setAuthTag(tag)
        return Buffer.concat([cipher.update(stored.subarray(ivLength + tagLength)), cipher.final()])
      } catch {
        throw new Failure('two-step-unavailable')
      }
    },
  }
}
