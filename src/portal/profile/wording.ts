import { screens } from '#contract/paths.ts'
import { passwordLengthText } from '#contract/session/wording.ts'

/** What the profile says about the user's account, password and sessions. */
export const profileWording = {
  title: screens.profile.title,
  account: 'Account',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  password: {
    title: 'Password',
    text: 'A new password signs you out on all other devices, but not here.',
    open: 'Change password',
    current: 'Current Password',
    password: 'New Password',
    hint: `${passwordLengthText}. A few words in a row are easy to remember and hard to guess.`,
    confirm: 'Confirm Password',
    submit: 'Change password',
    submitting: 'Saving...',
    cancel: 'Cancel',
    changed: 'Your password has been changed.',
    changedDetail: 'You have been signed out on every other device.',
    failed: 'Your password was not changed.',
    unanswered: 'Your password may not have been changed.',
    perhapsTheNewOne: 'If you are asked to log in, try the new password first.',
  },
  sessions: {
    title: 'Where you are signed in',
    current: 'This browser',
    times: (started: string, active: string) => `Signed in ${started} · Last used ${active}`,
    end: 'Sign out',
    ended: 'That browser has been signed out.',
    notEnded: 'That browser was not signed out.',
    loadFailed: 'Unable to load the list of browsers where you are signed in.',
    text: 'Forgot to log out somewhere, or lost a phone? End every session but this one.',
    open: 'Sign out everywhere else',
    question: 'Sign out everywhere else?',
    consequence:
      'Every other browser and device where you are signed in has to sign in again. This browser stays signed in.',
    confirm: 'Sign out',
    othersEnded: 'You have been signed out everywhere else.',
    failed: 'The other devices were not signed out.',
  },
} as const
