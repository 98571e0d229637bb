import { lengths } from '../lengths.ts'

/*
 * What the server, the contact page and the script of that page agree on. Apart from the schema, so that the script does
 * not load the schema library.
 */

/** Longest values, in UTF-16 code units. */
export const contactLimits = { name: 200, email: lengths.email, message: 5_000 } as const

/** Messages that are taken from one network in an hour. */
export const contactsPerHour = 20

/** What the contact form and the API say. */
export const contactWording = {
  required: 'All fields are required.',
  emailInvalid: 'Enter a valid email.',
  sent: 'Message sent successfully!',
  failed: 'Failed to send message. Please try again later.',
  tooMany: 'Many messages have come from your internet connection. Wait an hour, or call us.',
} as const

export const contactFields = ['name', 'email', 'message'] as const

export type ContactField = (typeof contactFields)[number]

/** The ids of the form's fields and of its button. */
export const contactIds = {
  name: 'contact-name',
  email: 'contact-email',
  message: 'contact-message',
  send: 'contact-send',
} as const satisfies Record<ContactField | 'send', string>

/**
 * Without scripts a refused message comes back as the contact page, filled in: the website prepares a page of this name
 * with tokens, and the server replaces them.
 */
export const refusedFormTemplate = 'contact-refused'

/**
 * Why it was refused, in a sentence, and the id of what to look at next; of each field what was typed, what is wrong
 * with it ('' when nothing is), and whether something is: 'true' or 'false'.
 */
export type RefusedFormPart =
  | 'sentence'
  | 'target'
  | ContactField
  | `${ContactField}Error`
  | `${ContactField}Invalid`

export const tokenOf = (part: RefusedFormPart): string => `{{contact:${part}}}`

/** Finds the tokens; its only group is the part. */
export const anyToken = /\{\{contact:(\w+)\}\}/g
