import type { LinkMailKind } from '#contract/outgoing-mail/schema.ts'

interface Facts {
  organization: string
  /** '72 hours'. */
  validity: string
}

interface LinkMailWording {
  subject: (organization: string) => string
  /** Why this mail comes. */
  reason: (facts: Facts) => string
  button: string
  limits: (facts: Facts) => string
  notAsked: (phone: string) => string
}

const limits = ({ validity }: Facts) =>
  `The link works once, and for ${validity}. If you got several such emails, use the newest: only its link works.`

export const linkMailWording: Record<LinkMailKind, LinkMailWording> = {
  'set-up': {
    subject: (organization) => `Set your password for ${organization}`,
    reason: ({ organization }) =>
      `${organization} has made an account for you in its staff portal. Set a password to sign in:`,
    button: 'Set your password',
    limits,
    notAsked: (phone) =>
      `If you don’t work with us, or don’t know why you got this email, you need not do anything. You can also call us: ${phone}.`,
  },
  reset: {
    subject: (organization) => `Choose a new password for ${organization}`,
    reason: ({ organization }) =>
      `Somebody asked for a new password for your account in the staff portal of ${organization}. If it was you, choose one here:`,
    button: 'Choose a new password',
    limits,
    notAsked: (phone) =>
      `If you did not ask for this, ignore this email: your password stays as it is. If it happens again, call us: ${phone}.`,
  },
}

export const mailWording = {
  greeting: (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,'),
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
