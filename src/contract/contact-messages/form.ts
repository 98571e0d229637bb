import { lengths } from '../lengths.ts'

/*
 * Shared by the server, the contact page and its script. Separate from the schema, so that the script does not load the
 * schema library.
 */

/** Longest values, in UTF-16 code units. */
export const contactLimits = { name: 200, email: lengths.email, message: 5_000 } as const

/** Messages that one network may send in an hour. */
export const contactsPerHour = 20

/** What the contact form and the API say. */
export const contactWording = {
  required: 'All fields are required.',
  emailInvalid: 'Enter a valid email.',
  sent: 'Message sent successfully!',
  failed: 'Failed to send message. Please try again later.',
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
 * With scripts off, a rejected message gets the contact page as its response, with the form filled in. The website
 * prepares a template of this name, and the server replaces its tokens.
 */
export const refusedFormTemplate = 'contact-refused'

/**
 * The tokens of the template: the error message, the id of the element to focus and, for each field, its value, its error
 * message ('' if there is none) and `aria-invalid`.
 */
export type RefusedFormPart =
  | 'sentence'
  | 'target'
  | ContactField
  | `${ContactField}Error`
  | `${ContactField}Invalid`

export const templateToken = (part: RefusedFormPart): string => `{{contact:${part}}}`

/** Matches a token; its only group is the part. */
export const templateTokens = /\{\{contact:(\w+)\}\}/g
