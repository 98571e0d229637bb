import { linkHours, sessionLimits } from './session/limits.ts'

/* How long links and sessions are valid, as sentences say it. */

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)

export const linkDuration = { 'set-up': hours(linkHours['set-up']), reset: hours(linkHours.reset) } as const

/** At most, and without activity. */
export const sessionDuration = {
  lifetime: hours(sessionLimits.lifetime / 3600),
  idle: `${sessionLimits.idle / 60} minutes`,
} as const
