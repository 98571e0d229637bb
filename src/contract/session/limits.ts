/** How long a link to set a password is valid. Hours. */
export const linkHours = { 'set-up': 72, reset: 1 } as const

/** Code points of a password, after NFKC, of any kind. */
export const passwordLength = { min: 8, max: 128 } as const

/** Seconds. */
export const sessionLimits = {
  lifetime: 12 * 60 * 60,
  idle: 30 * 60,
  idleWarning: 28 * 60,
  /** Activity is reported at most this often. */
  activityInterval: 60,
} as const
