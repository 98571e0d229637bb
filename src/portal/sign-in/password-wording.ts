import { linkDuration } from '#contract/durations.ts'
import { passwordLengthText } from '#contract/session/wording.ts'

/** What the screens beside the login say. */
export const passwordWording = {
  setPassword: {
    title: 'Set Password',
    intro: `Choose a password with ${passwordLengthText}. A few words in a row are easy to remember and hard to guess.`,
    password: 'New Password',
    confirm: 'Confirm Password',
    submit: 'Set Password',
    submitting: 'Saving...',
    account: (email: string) => `Account: ${email}`,
    missing:
      'Open the complete link again. To get a new one, use Forgot Password or ask the person who made your account.',
    maybeSaved:
      'Your first try may have worked. Log in with the password that you chose. If that fails, get a new link.',
    askForLink: 'To get a new link, use Forgot Password or ask the person who made your account.',
    onward: 'You will be taken to the login page.',
    signedIn: (email: string) => `This browser is signed in as ${email}.`,
    signedInDetail:
      'Setting a password here ends that session, so that nobody works under another person’s name.',
  },
  forgotPassword: {
    title: 'Forgot Password',
    intro: `Enter your account’s email address. We will send you a link to choose a new password. The link works for ${linkDuration.reset}.`,
    email: 'Email',
    submit: 'Send Reset Link',
    submitting: 'Sending...',
    sentDetail:
      'No email after a few minutes? Check your spam folder or ask the person who made your account.',
  },
  unauthorized: {
    title: 'No access',
    text: 'This account has no access to that area.',
    same: 'Open it in your own area',
    ownArea: 'Go to your own area',
  },
} as const
