/*
 * Maximum lengths that several records or lists share, in UTF-16 code units. Separate from the schemas, so that a page's
 * script does not load the schema library.
 */

export const lengths = { name: 100, email: 254, address: 300 } as const

/** Longer than any name. */
export const searchLimit = 200

/** Longer than any id of a record. */
export const recordIdLimit = 100
