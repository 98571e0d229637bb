import { sessionDuration } from '#contract/durations.ts'

/** What is said before a session ends by itself. */
export const sessionEndWording = {
  idle: {
    title: 'Are you still there?',
    text: 'You have not been active for a while. To keep client records safe, you will be signed out in',
    draftKept: 'Your unsaved text is kept until you sign in again.',
    lastMinute: 'One minute left.',
    stay: 'Stay signed in',
    failed: 'Could not keep you signed in.',
  },
  expiring: (time: string) =>
    `Your session ends at ${time}, ${sessionDuration.lifetime} after you signed in. Sign in again then to continue.`,
  unsavedStays: 'Your unsaved text is kept.',
} as const
