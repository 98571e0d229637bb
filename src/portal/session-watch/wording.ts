import { sessionDuration } from '#contract/durations.ts'

/** What is said before a session ends by itself. */
export const sessionEndWording = {
  idle: {
    title: 'Are you still there?',
    text: 'There was no sign of you for a while. To keep client records safe, you will be signed out in',
    draftKept: 'What you are writing is kept in this tab until you sign in again. Logging out removes it.',
    lastMinute: 'One minute left.',
    stay: 'Stay signed in',
    failed: 'You could not be kept signed in.',
  },
  expiring: (time: string) =>
    `Your session ends at ${time}, ${sessionDuration.lifetime} after you signed in. Sign in again then to go on. What you are writing is kept in this tab.`,
} as const
