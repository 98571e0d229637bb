import { passwordLength } from './limits.ts'

/** '8 to 128 characters', for every sentence about passwords. */
export const passwordLengthText = `${passwordLength.min} to ${passwordLength.max} characters`

/** What the sign-in screens and the API share. */
export const sessionWording = {
  emailRequired: 'Email is required.',
  emailInvalid: 'Enter a valid email.',
  passwordRequired: 'Password is required.',
  passwordTooCommon: 'This password is too common. Choose another one.',
  passwordSaved: 'Password set successfully! You can now log in.',
  linkMissing: 'The link is incomplete.',
  forgotSent: 'If an account exists, a password reset link has been sent to your email.',
  currentPasswordRequired: 'Enter your current password.',
} as const
