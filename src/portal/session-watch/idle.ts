import { sessionLimits } from '#contract/session/limits.ts'

/* Decision 42, in milliseconds. Clock times are compared, never ticks counted: a laptop sleeps without ticking. */

const end = sessionLimits.idle * 1000
const warning = sessionLimits.idleWarning * 1000

/** How long the session of somebody who was last active at `activeAt` goes on by itself; 0 once it is over. */
export function timeLeft(activeAt: number, now: number): number {
  return Math.max(0, activeAt + end - now)
}

export function isWarningDue(activeAt: number, now: number): boolean {
  return now - activeAt >= warning
}

/** 75 → '1:15'. */
export function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** How long before its expiry somebody is told that the session ends whatever they do. */
const expiryNotice = 5 * 60 * 1000

/** `exp` in seconds, as the token has it. */
export function isExpiryNear(exp: number, now: number): boolean {
  return exp * 1000 - now <= expiryNotice
}
