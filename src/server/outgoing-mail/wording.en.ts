import type { LinkMailKind } from '#contract/outgoing-mail/endpoints.ts'

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
