/** How long a link to set a password is valid. Hours. */
export const linkHours = { 'set-up': 72, reset: 1 } as const

/** Length of a password in code points, after NFKC. Any characters are allowed. */
export const passwordLength = { min: 8, max: 128 } as const

/** Passwords are measured and hashed in NFKC, because keyboards may encode the same characters differently. */
export const normalizedPassword = (password: string): string => password.normalize('NFKC')

export function hasPasswordLength(password: string): boolean {
  const length = [...normalizedPassword(password)].length
  return length >= passwordLength.min && length <= passwordLength.max
}

/** Seconds. */
export const sessionLimits = {
  lifetime: 12 * 60 * 60,
  idle: 30 * 60,
  idleWarning: 28 * 60,
  /** Activity is reported at most this often. */
  activityInterval: 60,
} as const

/** Days for which a browser stays known after its last sign-in (docs/product.md 84). */
export const deviceDays = 180

/** Seconds for which a sign-in or a confirmed password is enough for sensitive actions (docs/product.md 83). */
export const confirmationSeconds = 15 * 60

/** Recovery codes of an account. */
export const recoveryCodeCount = 10

/** Seconds for which a sign-in with the organization's account can be finished. */
export const organizationSignInSeconds = 10 * 60

/** Seconds since the provider asked for the password, for a confirmation. */
export const freshSeconds = 60
