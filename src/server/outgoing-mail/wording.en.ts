import type { LinkMailKind } from '#contract/outgoing-mail/endpoints.ts'

export const linkMailWording = {
  'set-up': {
    subject: (organization: string) => `Set your password for ${organization}`,
    reason: (organization: string) =>
      `${organization} has made an account for you in its staff portal. Set a password to sign in:`,
    button: 'Set your password',
    notAsked: (phone: string) =>
      `If you don’t work with us, or don’t know why you got this email, you need not do anything. You can also call us: ${phone}.`,
  },
  reset: {
    subject: (organization: string) => `Choose a new password for ${organization}`,
    reason: (organization: string) =>
      `Somebody asked for a new password for your account in the staff portal of ${organization}. If it was you, choose one here:`,
    button: 'Choose a new password',
    notAsked: (phone: string) =>
      `If you did not ask for this, ignore this email: your password stays as it is. If it happens again, call us: ${phone}.`,
  },
} as const satisfies Record<LinkMailKind, object>

export const mailWording = {
  greeting: (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,'),
  limits: (validity: string) =>
    `The link works once, and for ${validity}. If you got several such emails, use the newest: only its link works.`,
  newLink: 'Too late? Ask for a new link here:',
  linkAsText: 'If the button does not work, copy this address into your browser:',
  phone: (number: string) => `Phone ${number}`,
} as const

/** Word of a contact message: its sender's address, and nothing else of it. The subject stays clear of that, too. */
export const noticeWording = {
  one: {
    subject: 'A new contact message',
    arrived: (sender: string) => `A message has arrived from ${sender}.`,
    read: 'Read it in the portal:',
  },
  several: {
    subject: 'New contact messages',
    arrived: (sender: string) => `New messages have arrived, the first of them from ${sender}.`,
    read: 'Read them in the portal:',
  },
  button: 'Open the messages',
  why: (organization: string) =>
    `You get this email because your address is in the organization data of ${organization}. Whoever keeps the website can take it out.`,
} as const
