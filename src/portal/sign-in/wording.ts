import { linkDuration } from '#contract/durations.ts'
import { passwordExtent } from '#contract/session/wording.ts'

/** What the sign-in screens say beside the contract's wording (docs/specification.md §2). */
export const signInWording = {
  login: {
    tabTitle: 'Login',
    subtitle: 'Admin / Employee Login',
    email: 'Email',
    password: 'Password',
    saveUsername: 'Save username',
    forgotPassword: 'Forgot Password',
    submit: 'Login',
    submitting: 'Logging in...',
    draftKept: 'What you were writing is kept in this tab.',
    notKept:
      'This browser keeps no data for this site, so nobody can stay signed in. Allow site data and try again.',
    clockIsAhead: 'The clock of this device is far ahead. Set its date and time right and try again.',
  },
  setPassword: {
    title: 'Set Password',
    intro: `Choose a password with ${passwordExtent}. A few words in a row are easy to remember and hard to guess.`,
    password: 'New Password',
    confirm: 'Confirm Password',
    submit: 'Set Password',
    submitting: 'Saving...',
    missing:
      'Open the whole link once more, or ask for a new one: by Forgot Password, or from a super admin.',
    maybeSaved:
      'Your first try may have been taken: log in with the password that you chose. If that fails, ask for a new link.',
    askForLink: 'Ask for a new link: by Forgot Password, or from a super admin.',
    onward: 'You will be taken to the login page.',
    signedIn: (email: string) => `This browser is signed in as ${email}.`,
    signedInDetail:
      'Setting a password here ends that session, so that nobody works under another person’s name.',
  },
  forgotPassword: {
    title: 'Forgot Password',
    intro: `Enter the email address of your account. You get a link to choose a new password; it works for ${linkDuration.reset}.`,
    email: 'Email',
    submit: 'Send Reset Link',
    submitting: 'Sending...',
    sentDetail: 'Nothing there after a few minutes? Look in the spam folder, or ask a super admin.',
  },
  unauthorized: {
    title: 'No access',
    text: 'This account has no access to that area.',
    same: 'Open it in your own area',
    ownArea: 'Go to your own area',
  },
  backToLogin: 'Back to login',
} as const
