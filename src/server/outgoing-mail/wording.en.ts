import type { AccountNoticeKind, LinkMailKind } from '#contract/outgoing-mail/endpoints.ts'

export const linkMailWording = {
  'set-up': {
    subject: (organization: string) => `Set your password for ${organization}`,
    reason: (organization: string) =>
      `${organization} has created an account for you in its staff portal. Set a password to sign in:`,
    button: 'Set your password',
    notAsked: (phone: string) =>
      `If you don’t work with us, or don’t know why you got this email, you don’t have to do anything. You can also call us: ${phone}.`,
  },
  reset: {
    subject: (organization: string) => `Choose a new password for ${organization}`,
    reason: (organization: string) =>
      `Someone asked for a new password for your account in the staff portal of ${organization}. If it was you, choose one here:`,
    button: 'Choose a new password',
    notAsked: (phone: string) =>
      `If you did not ask for this, ignore this email. Your password has not changed. If it happens again, call us: ${phone}.`,
  },
} as const satisfies Record<LinkMailKind, object>

export const mailWording = {
  greeting: (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,'),
  limits: (validity: string) =>
    `The link works once and expires after ${validity}. If you got more than one of these emails, use the newest one. Only its link works.`,
  newLink: 'Has the link expired? Ask for a new one here:',
  linkAsText: 'If the button does not work, copy this address into your browser:',
  phone: (number: string) => `Phone ${number}`,
} as const

/** Notices of contact messages give the sender's address and nothing else; the subject not even that. */
export const noticeWording = {
  one: {
    subject: 'A new contact message',
    arrived: (sender: string) => `A message has arrived from ${sender}.`,
    read: 'Read it in the portal:',
  },
  several: {
    subject: 'New contact messages',
    arrived: (sender: string) => `New messages have arrived. The first is from ${sender}.`,
    read: 'Read them in the portal:',
  },
  button: 'Open the messages',
  why: (organization: string) =>
    `You are receiving this email because ${organization} sends notices of new contact messages to this address. The person who runs the website can change that.`,
} as const

type NoticeTexts = {
  subject: (organization: string) => string
  happened: (organization: string) => string
  means: string
}

/** Notices of a change of the account. */
export const accountNoticeWording = {
  'email-changed': {
    subject: (organization) => `Your email address for ${organization} was changed`,
    happened: (organization) =>
      `The email address of your account in the staff portal of ${organization} was changed. This email goes to the former address and to the new one.`,
    means: 'From now on, sign in with the new address. You have been signed out everywhere.',
  },
  'password-changed': {
    subject: (organization) => `Your password for ${organization} was changed`,
    happened: (organization) =>
      `The password of your account in the staff portal of ${organization} was changed.`,
    means: 'You have been signed out on all other devices.',
  },
  'two-step-set-up': {
    subject: (organization) => `Two-step sign-in is on for ${organization}`,
    happened: (organization) =>
      `Two-step sign-in was turned on for your account in the staff portal of ${organization}.`,
    means:
      'From now on, signing in also needs a code from your authenticator app. Keep your recovery codes in a safe place. Each one works once, when you don’t have your phone.',
  },
  'two-step-removed': {
    subject: (organization) => `Two-step sign-in is off for ${organization}`,
    happened: (organization) =>
      `Two-step sign-in was turned off for your account in the staff portal of ${organization}.`,
    means: 'From now on, your password alone is enough to sign in. You can turn it on again in your profile.',
  },
  'two-step-reset': {
    subject: (organization) => `Two-step sign-in was reset for ${organization}`,
    happened: (organization) =>
      `Two-step sign-in for your account in the staff portal of ${organization} was reset by an administrator.`,
    means:
      'Your authenticator app and your recovery codes no longer work, and you have been signed out everywhere. Sign in with your password and set up two-step sign-in again.',
  },
  button: 'Open your profile',
  notYou: (phone: string) =>
    `If you did not do this or ask for it, choose a new password right away and call us: ${phone}.`,
} as const satisfies Record<AccountNoticeKind, NoticeTexts> & Record<string, unknown>
