import { passwordLength } from './limits.ts'

/** '8 to 128 characters', for every sentence about passwords. */
export const passwordLengthText = `${passwordLength.min} to ${passwordLength.max} characters`

/** What the sign-in screens and the API say. */
export const sessionWording = {
  emailRequired: 'Email is required.',
  emailInvalid: 'Enter a valid email.',
  passwordRequired: 'Password is required.',
  loginFailed: 'Login failed',
  tooManyAttempts: 'Too many attempts. Please wait a moment and try again.',
  passwordMismatch: 'Passwords must match and meet length requirements.',
  passwordTooCommon: 'This password is too common. Choose another one.',
  passwordLength: `Passwords must have ${passwordLengthText}.`,
  passwordSaved: 'Password set successfully! You can now log in.',
  passwordFailed: 'Failed to set password. Your token may have expired.',
  linkMissing: 'The link is incomplete.',
  forgotInvalid: 'Please enter a valid email address.',
  forgotSent: 'If an account exists, a password reset link has been sent to your email.',
  forgotFailed: 'Something went wrong. Please try again later.',
  currentPasswordRequired: 'Enter your current password.',
  codeRequired: 'Enter the code.',
  loggedOut: 'You are signed out.',
  activityNoted: 'Activity recorded.',
} as const

/** Messages that only the server sends. */
export const ownAccountWording = {
  confirmed: 'Password confirmed.',
  sessionGone: 'This session has already ended.',
  twoStepNotOn: 'Two-step sign-in is not on for this account.',
  twoStepNotStarted: 'Start the setup again. It was not started, or it was restarted somewhere else.',
} as const
