/*
 * Longest values of what several kinds of record or list have, in UTF-16 code units. Apart from the schemas, which a
 * page's script has no use for.
 */

export const lengths = { name: 100, email: 254, address: 300 } as const

/** Longer than any name. */
export const searchLimit = 200
