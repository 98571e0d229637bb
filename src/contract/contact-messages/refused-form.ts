/*
 * With scripts off a refused message comes back as the contact page, filled in. The website prepares that page with
 * tokens, the server puts what belongs there in their places: this is what the two agree on.
 */

/** The name of the prepared page. */
export const refusedFormTemplate = 'contact-refused'

export const contactFields = ['name', 'email', 'message'] as const

export type ContactField = (typeof contactFields)[number]

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
export const anyToken = /\{\{contact:(\w+)\}\}/

/** The ids of the form's fields and of its button. */
export const contactIds = {
  name: 'contact-name',
  email: 'contact-email',
  message: 'contact-message',
  send: 'contact-send',
} as const satisfies Record<ContactField | 'send', string>
