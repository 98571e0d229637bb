/** Decision 22: how long a link to set a password is good for. Hours. */
export const linkHours = { 'set-up': 72, reset: 1 } as const

/** Decision 25: code points of a password, after NFKC, of any kind. */
export const passwordLength = { min: 8, max: 128 } as const

/** Decisions 23 and 42. Seconds. */
export const sessionLimits = {
  lifetime: 12 * 60 * 60,
  idle: 30 * 60,
  idleWarning: 28 * 60,
  /** Activity is reported at most this often. */
  activityInterval: 60,
} as const
