/** Milliseconds by which the clocks of two machines may differ. */
const clockDifference = 5 * 60_000

/** What is dated later was written before a clock was set back: nobody knows how long ago. */
export const latestPast = (now: Date): Date => new Date(now.getTime() + clockDifference)
