import { lengths } from '../lengths.ts'

/** Decision 39: longest values, in UTF-16 code units. Apart from the schema, which the page's script has no use for. */
export const contactLimits = { name: 200, email: lengths.email, message: 5_000 } as const

/** Decision 41: messages that are taken from one network address in an hour. */
export const contactsPerHour = 20
